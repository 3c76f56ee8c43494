/**
 * Encrypts stored secrets with the installation's key. Each is bound to its purpose, so that one value can't replace
 * another. DESIGN §8.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { SecretError } from './secret-error.js'
import { secretText } from '../text/secrets.js'

export interface SecretBox {
  /** `purpose` names the one place of the value: `project abc, jwt secret`. Gives text of base64url. */
  seal(value: string, purpose: string): string
  /** @throws SecretError `unreadable` */
  open(sealed: string, purpose: string): string
  /** A password that is always the same for a purpose, 32 characters of base64url: stored nowhere. */
  passwordFor(purpose: string): string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The first byte of every sealed value; another number will mean another cipher. */
const VERSION = Buffer.of(1)

/** 32 characters of base64url. */
const PASSWORD_BYTES = 24

export function createSecretBox(installationKey: KeyObject): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'basedeck secret box 1', KEY_BYTES))
  return {
    passwordFor(purpose) {
      const bytes = hkdfSync('sha256', installationKey, '', `basedeck password 1 ${purpose}`, PASSWORD_BYTES)
      return Buffer.from(bytes).toString('base64url')
    },
    seal(value, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const sealing = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      sealing.setAAD(boundTo(purpose))
      const encrypted = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()])
      return Buffer.concat([VERSION, nonce, sealing.getAuthTag(), encrypted]).toString('base64url')
    },
    open(sealed, purpose) {
      const bytes = readText(sealed)
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
      const encrypted = bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)
      const opening = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      opening.setAAD(boundTo(purpose))
      opening.setAuthTag(bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([opening.update(encrypted), opening.final()]).toString('utf8')
      } catch (cause) {
        throw unreadable({ cause })
      }
    },
  }
}

function boundTo(purpose: string): Buffer {
  return Buffer.concat([VERSION, Buffer.from(purpose, 'utf8')])
}

/** Node skips characters that are not base64url; written back, the text shows whether it held any. */
function readText(sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const isWhole = bytes.length >= 1 + NONCE_BYTES + TAG_BYTES && bytes[0] === VERSION[0]
  if (!isWhole || bytes.toString('base64url') !== sealed) throw unreadable()
  return bytes
}

function unreadable(options?: ErrorOptions): SecretError {
  return new SecretError('unreadable', secretText.undecryptable, options)
}
