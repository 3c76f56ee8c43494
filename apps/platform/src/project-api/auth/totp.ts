/** Codes of authenticator apps (RFC 6238): six digits, thirty seconds, one step before and after. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const SECRET_BYTES = 20
const STEP_S = 30

export interface NewTotp {
  /** Base32. */
  secret: string
  /** What the app reads. */
  uri: string
  /** A picture of it, as SVG. */
  qrCode: string
}

export function newTotp(issuer: string, account: string): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const uri = totpOf(secret, { issuer, label: account }).toString()
  return { secret, uri, qrCode: renderSVG(uri) }
}

/** The step of a code. Undefined: it is wrong. @param nowS seconds since 1970 */
export function totpStep(secret: string, code: string, nowS: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowS * 1000, window: 1 })
  return delta === null ? undefined : Math.floor(nowS / STEP_S) + delta
}

function totpOf(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...named,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_S,
    secret: Secret.fromBase32(secret),
  })
}
