import type { FastifyRequest } from 'fastify'

/** Whether the browser asks not to be tracked (Do Not Track, Global Privacy Control). */
export const isOptedOut = ({ headers }: FastifyRequest) => headers.dnt === '1' || headers['sec-gpc'] === '1'
