/** Says in a sentence why no connection could be made. The password is never part of it. */
import { EngineError, type EngineErrorCode } from '../engine.js'

/** Where the connection should have gone. */
export interface Address {
  host: string
  port: number
  user?: string | undefined
  database?: string | undefined
}

const authenticationCodes = new Set(['28P01', '28000'])

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the host is not reachable',
  ENETUNREACH: 'the network is not reachable',
  ENOENT: 'there is no such socket',
  EACCES: 'permission denied',
}

export function connectionError(error: unknown, address: Address): EngineError {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const at = place(address)
  const [kind, sentence] = explain(code, message, at)
  return new EngineError(kind, sentence, { cause: error })
}

function explain(code: string, message: string, at: string): [EngineErrorCode, string] {
  if (authenticationCodes.has(code))
    return ['authentication', `The database at ${at} refused the sign-in: ${message}.`]
  const reason = networkReasons[code] ?? (message === 'timeout expired' ? 'no answer in time' : undefined)
  if (reason) return ['unreachable', `No database answers at ${at}: ${reason}.`]
  if (/no password|password must be a string/i.test(message)) {
    return ['authentication', `The database at ${at} asks for a password, and none was given.`]
  }
  return ['unreachable', `The database at ${at} refused the connection: ${message.replace(/\.$/, '')}.`]
}

function place({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
