/**
 * Texts that users and clients show: refresh tokens, tokens of links, codes. Of each only a hash is kept, which is keyed by a
 * secret of the project: who reads the database, or a copy of it, can use none of them. A refresh token that replaces another
 * one is computed from that, so that it can be given again when its answer was lost.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { VerifyingKey } from '../../keys/token.js'
import { CODE_LINK } from './family-names.js'

export type SecretKind =
  | 'refresh'
  | 'link'
  | 'code'
  | 'auth-code'
  | 'caller'
  | 'provider-state'
  | 'provider-nonce'
  | 'provider-verifier'
  | 'provider-browser'

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
  /** Encrypts what only the holder of this code gets. */
  seal(authCode: string, text: string): string
  /** Undefined: it was sealed for another code, or is damaged. */
  open(authCode: string, sealed: string): string | undefined
}

const REFRESH_BYTES = 24
const LINK_BYTES = 28
/** Of AES-GCM. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

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
    seal(authCode, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyed('seal', authCode), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(authCode, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [nonce, tag] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ]
      if (tag.length !== TAG_BYTES) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyed('seal', authCode), nonce).setAuthTag(tag)
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
