/**
 * Texts that users and clients show: refresh tokens, tokens of links, codes. Of each only a hash is kept, which is keyed by a
 * secret of the project: who reads the database, or a copy of it, can use none of them. A refresh token that replaces another
 * one is computed from that, so that it can be given again when its answer was lost.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { VerifyingKey } from '../../keys/token.js'
import { CODE_LINK } from './family-names.js'

export type SecretKind = 'refresh' | 'link' | 'code' | 'auth-code' | 'caller'

export interface SecretTexts {
  /** As it is kept. */
  hash(kind: SecretKind, text: string): string
  newRefresh(): string
  /** The one that comes after it. */
  refreshAfter(token: string): string
  /** Of a link. @param endsInCode it leads to a code of PKCE */
  newLink(endsInCode: boolean): string
  /** Digits. */
  newCode(length: number): string
  newAuthCode(): string
}

const REFRESH_BYTES = 24
const LINK_BYTES = 28

/** @param key of the project, which the database does not hold */
export function createSecretTexts({ material }: Pick<VerifyingKey, 'material'>): SecretTexts {
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', Buffer.from(material, 'base64url')).update(`auth ${purpose} ${text}`).digest()
  return {
    hash: (kind, text) => keyed(kind, text).toString('hex'),
    newRefresh: () => randomBytes(REFRESH_BYTES).toString('base64url'),
    refreshAfter: (token) => keyed('next refresh', token).subarray(0, REFRESH_BYTES).toString('base64url'),
    newLink: (endsInCode) => (endsInCode ? CODE_LINK : '') + randomBytes(LINK_BYTES).toString('hex'),
    newCode: (length) => Array.from({ length }, () => randomInt(10)).join(''),
    newAuthCode: () => randomBytes(LINK_BYTES).toString('hex'),
  }
}
