import { v7, validate } from 'uuid'

/** Version 7, so that ids sort by creation time and can be used for paging. */
export const newId = () => v7()
export const isId = (value: string) => validate(value)
