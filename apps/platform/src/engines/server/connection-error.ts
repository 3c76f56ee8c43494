/** Says in a sentence why no connection could be made. The password is never part of it. */
import { EngineError, type EngineErrorCode } from '../engine.js'

/** Where the connection should have gone. */
export interface Address {
  host: string
  port: number
  user?: string | undefined
  database?: string | undefined
}

type Explanation = [kind: EngineErrorCode, sentence: string]

const AUTHENTICATION_CODES = new Set(['28P01', '28000'])

const NETWORK_REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'it hung up',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'the network is not reachable',
  ENOENT: 'there is no such socket',
  EACCES: 'permission denied',
}

/** Node's names for a chain of certificates that ends nowhere. */
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
  const at = place(address)
  const [kind, sentence] = tlsFailure(code, message, at) ?? explain(code, message, at)
  return new EngineError(kind, sentence, { cause: error })
}

function tlsFailure(code: string, message: string, at: string): Explanation | undefined {
  if (message.includes('does not support SSL')) {
    return [
      'no-tls',
      `The database at ${at} offers no encrypted connection (TLS). Choose prefer or disable, if the network in between is trusted.`,
    ]
  }
  if (UNTRUSTED_CODES.has(code)) {
    return [
      'untrusted',
      `The certificate of the database at ${at} is signed by no authority that is trusted here. Give the certificate of its authority (CA), or choose require: encrypted, but without a check of whose server it is.`,
    ]
  }
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [
        'untrusted',
        `The certificate of the database at ${at} was made for another host name. Use the name it was made for, or choose verify-ca, which does not check the name.`,
      ]
    case 'CERT_HAS_EXPIRED':
      return ['untrusted', `The certificate of the database at ${at} has expired.`]
    case 'CERT_NOT_YET_VALID':
      return ['untrusted', `The certificate of the database at ${at} is not valid yet; are the clocks right?`]
  }
  if (message.includes('establishing an SSL connection'))
    return ['unreachable', `What is at ${at} does not answer as PostgreSQL does.`]
  if (/^(ERR_SSL_|EPROTO$)/.test(code)) {
    return ['unreachable', `The encrypted connection (TLS) to ${at} failed: ${short(message)}.`]
  }
  return undefined
}

function explain(code: string, message: string, at: string): Explanation {
  if (AUTHENTICATION_CODES.has(code))
    return ['authentication', `The database at ${at} refused the sign-in: ${short(message)}.`]
  const reason = NETWORK_REASONS[code] ?? (message === 'timeout expired' ? 'no answer in time' : undefined)
  if (reason) return ['unreachable', `No database answers at ${at}: ${reason}.`]
  if (/no password|password must be a (non-empty )?string/i.test(message)) {
    return ['authentication', `The database at ${at} asks for a password, and none was given.`]
  }
  return ['unreachable', `The database at ${at} refused the connection: ${short(message)}.`]
}

const LONGEST_REASON = 500

/** A foreign server may say what it likes, at any length. */
function short(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line
}

function place({ host, port }: Address): string {
  // A socket: its path tells nothing to those who use the dashboard, and much of this machine.
  if (host.startsWith('/')) return `this machine, port ${port}`
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
