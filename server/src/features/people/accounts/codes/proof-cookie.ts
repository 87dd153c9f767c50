import { limits } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieSettings, clearCookie, setCookie } from '../../../../http/access/cookies.ts'

const proofCookie = 'vireo_email_proof'

/** The proof that an address belongs to the person who uses this browser. Empty without one. */
export const proofOf = (request: FastifyRequest) => request.cookies[proofCookie] ?? ''

export function sendProof(reply: FastifyReply, token: string, settings: CookieSettings): void {
  setCookie(reply, proofCookie, token, { httpOnly: true, maxAge: limits.proofLifetimeSeconds }, settings)
}

export function clearProof(reply: FastifyReply, settings: CookieSettings): void {
  clearCookie(reply, proofCookie, { httpOnly: true }, settings)
}
