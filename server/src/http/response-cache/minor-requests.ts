import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the endpoint in the contract. */
    isMinorChange?: boolean
  }
}

/** Whether the request changes nothing, or only what the contract calls a minor change. */
export const isMinorRequest = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config?.isMinorChange === true
