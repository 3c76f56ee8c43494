/**
 * How secrets lie at rest: encrypted by the installation's key, bound to what they are for, so that one value never
 * passes for another. DESIGN §8.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { SecretError } from './secret-error.js'

export interface SecretBox {
  /** `purpose` names the one place of the value: `project abc, jwt secret`. Gives text of base64url. */
  seal(value: string, purpose: string): string
  /** @throws SecretError `unreadable` */
  open(sealed: string, purpose: string): string
  /** A password that is always the same for a purpose, 32 characters of base64url: stored nowhere. */
  passwordFor(purpose: string): string
}

const cipher = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** The first byte of every sealed value; another number will mean another cipher. */
const version = Buffer.of(1)

/** 32 characters of base64url. */
const passwordBytes = 24

export function createSecretBox(installationKey: KeyObject): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'basedeck secret box 1', keyBytes))
  return {
    passwordFor(purpose) {
      const bytes = hkdfSync('sha256', installationKey, '', `basedeck password 1 ${purpose}`, passwordBytes)
      return Buffer.from(bytes).toString('base64url')
    },
    seal(value, purpose) {
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      sealing.setAAD(boundTo(purpose))
      const encrypted = Buffer.concat([sealing.update(value, 'utf8'), sealing.final()])
      return Buffer.concat([version, nonce, sealing.getAuthTag(), encrypted]).toString('base64url')
    },
    open(sealed, purpose) {
      const bytes = readText(sealed)
      const nonce = bytes.subarray(1, 1 + nonceBytes)
      const encrypted = bytes.subarray(1 + nonceBytes + tagBytes)
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      opening.setAAD(boundTo(purpose))
      opening.setAuthTag(bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes))
      try {
        return Buffer.concat([opening.update(encrypted), opening.final()]).toString('utf8')
      } catch (cause) {
        throw unreadable({ cause })
      }
    },
  }
}

function boundTo(purpose: string): Buffer {
  return Buffer.concat([version, Buffer.from(purpose, 'utf8')])
}

/** Node skips characters that are not base64url; written back, the text shows whether it held any. */
function readText(sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const isWhole = bytes.length >= 1 + nonceBytes + tagBytes && bytes[0] === version[0]
  if (!isWhole || bytes.toString('base64url') !== sealed) throw unreadable()
  return bytes
}

function unreadable(options?: ErrorOptions): SecretError {
  return new SecretError(
    'unreadable',
    'A stored secret can’t be decrypted: the secret key is not the one it was encrypted with, or the value was changed. Start with the key of this installation.',
    options,
  )
}
