import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From the endpoint in the contract. */
    isMinorChange?: boolean
  }
}

/** Whether the request changes nothing, or only what the contract calls a minor change. */
export const isMinorRequest = ({ method, routeOptions }: FastifyRequest) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || routeOptions.config?.isMinorChange === true
