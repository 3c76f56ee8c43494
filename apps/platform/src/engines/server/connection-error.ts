/** Explains in a sentence why a connection failed. The sentence never contains the password. */
import { EngineError, type EngineErrorCode } from '../engine.js'
import { databaseText } from '../../text/databases.js'

/** Where the connection should have gone. */
export interface Address {
  host: string
  port: number
  user?: string | undefined
  database?: string | undefined
}

type Explanation = [kind: EngineErrorCode, sentence: string]

/** By SQLSTATE, what puts a refusal right. */
const REMEDIES: Readonly<Record<string, string>> = databaseText.refusalRemedies

const AUTHENTICATION_CODES = new Set(['28P01', '28000'])

/** Node's error codes for a certificate chain without a trusted root. */
const UNTRUSTED_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])

export function connectionError(error: unknown, address: Address): EngineError {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const at = addressText(address)
  const [kind, sentence] = tlsFailure(code, message, at) ?? explain(code, message, at)
  return new EngineError(kind, sentence, { cause: error })
}

function tlsFailure(code: string, message: string, at: string): Explanation | undefined {
  if (message.includes('does not support SSL')) {
    return ['no-tls', databaseText.noTls(at)]
  }
  if (UNTRUSTED_CODES.has(code)) {
    return ['untrusted', databaseText.unknownAuthority(at)]
  }
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return ['untrusted', databaseText.otherHostName(at)]
    case 'CERT_HAS_EXPIRED':
      return ['untrusted', databaseText.certificateExpired(at)]
    case 'CERT_NOT_YET_VALID':
      return ['untrusted', databaseText.certificateNotYetValid(at)]
  }
  if (message.includes('establishing an SSL connection')) return ['unreachable', databaseText.notPostgres(at)]
  if (/^(ERR_SSL_|EPROTO$)/.test(code)) {
    return ['unreachable', databaseText.tlsFailed(at, short(message))]
  }
  return undefined
}

function explain(code: string, message: string, at: string): Explanation {
  if (message.includes('no encryption')) return ['authentication', databaseText.demandsTls(at)]
  if (AUTHENTICATION_CODES.has(code))
    return ['authentication', databaseText.signInRefused(at, short(message))]
  const reason =
    databaseText.networkReasons[code] ?? (message === 'timeout expired' ? databaseText.timeout : undefined)
  if (reason) return ['unreachable', databaseText.unreachable(at, reason)]
  if (/no password|password must be a (non-empty )?string/i.test(message)) {
    return ['authentication', databaseText.passwordMissing(at)]
  }
  return ['unreachable', databaseText.refused(at, short(message), REMEDIES[code])]
}

const LONGEST_REASON = 500

/** A server's message may be arbitrarily long. */
function short(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line
}

function addressText({ host, port }: Address): string {
  // The path of a socket means nothing to users and reveals details of this machine.
  if (host.startsWith('/')) return databaseText.thisMachine(port)
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
