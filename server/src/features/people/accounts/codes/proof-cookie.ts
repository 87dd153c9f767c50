import { limits } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieSettings, httpOnlyCookie } from '../../../../http/access/sessions.ts'

const proofCookie = 'vireo_email_proof'

/** The proof that an address belongs to the person who uses this browser. Empty without one. */
export const proofOf = (request: FastifyRequest) => request.cookies[proofCookie] ?? ''

export function sendProof(reply: FastifyReply, token: string, settings: CookieSettings): void {
  reply.setCookie(proofCookie, token, { ...httpOnlyCookie(settings), maxAge: limits.proofLifetimeSeconds })
}

export function clearProof(reply: FastifyReply, settings: CookieSettings): void {
  reply.clearCookie(proofCookie, httpOnlyCookie(settings))
}
