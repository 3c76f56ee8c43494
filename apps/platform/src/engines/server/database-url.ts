/**
 * Reads a PostgreSQL URL as libpq does. Without `sslmode`, or with `prefer`, TLS is used where the server offers it.
 * Error messages never repeat the URL, because it contains a password.
 */
import pg from 'pg'
import { EngineError } from '../engine.js'
import { databaseText } from '../../text/databases.js'

export interface DatabaseUrl {
  config: pg.ClientConfig
  host: string
  port: number
  user: string
  database: string
  /** Whether an unencrypted connection is allowed if the server offers no TLS. */
  plainWillDo: boolean
}

/** Connection options for every server that is reached by URL. */
export const CONNECT_DEFAULTS = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  fallback_application_name: 'basedeck',
} satisfies pg.ClientConfig

/**
 * The URL that the program was started with. @throws EngineError `unreachable` when the text is not a PostgreSQL URL
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const url = parseUrl(text)
  const mode = url.searchParams.get('sslmode')
  const plainWillDo = mode === null || mode === 'prefer' || mode === 'allow'
  if (plainWillDo) url.searchParams.delete('sslmode')
  else url.searchParams.set('uselibpqcompat', 'true')
  const config: pg.ClientConfig = {
    connectionString: url.href,
    ...CONNECT_DEFAULTS,
    ...(plainWillDo && { ssl: { rejectUnauthorized: false } }),
  }
  const { host, port, user = '', database = '' } = clientOf(config)
  return { config, host, port, user, database, plainWillDo }
}

/** The same without TLS. */
export function withoutTls(config: pg.ClientConfig): pg.ClientConfig {
  return { ...config, ssl: false }
}

/** @throws EngineError that does not repeat the text */
export function parseUrl(text: string): URL {
  try {
    const url = new URL(text)
    if (url.protocol === 'postgres:' || url.protocol === 'postgresql:') return url
  } catch {
    // The reason repeats the text.
  }
  throw notPostgres()
}

export function notPostgres(): EngineError {
  return new EngineError('unreachable', databaseText.notAUrl)
}

function clientOf(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(config)
  } catch (error) {
    throw new EngineError('unreachable', databaseText.urlUnusable((error as Error).message))
  }
}
