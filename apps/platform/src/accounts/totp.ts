/**
 * Codes of an authenticator app (RFC 6238): six digits, thirty seconds, one step of tolerance, each code accepted
 * once.
 */
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const TOLERANCE_STEPS = 1
const SECRET_BYTES = 20

/** Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string): string {
  return totp(secret, account).toString()
}

/** The time step of a code; undefined when the code is wrong or its step is not after `lastStep`, the last one used. */
export function stepOfCode(
  secret: string,
  code: string,
  lastStep: number,
  nowMs: number,
): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: nowMs, window: TOLERANCE_STEPS })
  if (delta === null) return undefined
  const step = Math.floor(nowMs / 1000 / STEP_SECONDS) + delta
  return step > lastStep ? step : undefined
}

function totp(secret: string, account = ''): TOTP {
  return new TOTP({
    issuer: 'Basedeck',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}
