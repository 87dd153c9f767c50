import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As the contract says of the endpoint. */
    isMinorChange?: boolean
  }
}

/** Whether the request changes nothing, or nothing that matters at once. */
export const isMinorRequest = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config?.isMinorChange === true
