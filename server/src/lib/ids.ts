import { v7, validate } from 'uuid'

/** Ids sort by time of creation, so an id is a paging key as well. */
export const newId = () => v7()
export const isId = (value: string) => validate(value)
