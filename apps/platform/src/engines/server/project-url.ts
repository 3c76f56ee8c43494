/**
 * Reads the URL of a database that is added as a project. The URL must be complete: sockets, files and environment
 * variables of this machine must not be reachable for its users.
 */
import type pg from 'pg'
import { EngineError } from '../engine.js'
import { CONNECT_DEFAULTS, notPostgres, parseUrl, type DatabaseUrl } from './database-url.js'
import { tlsSettings, type TlsOptions } from './tls-settings.js'
import { databaseText } from '../../text/databases.js'

const DEFAULT_PORT = 5432

/** Parameters that override the address or name a file. */
const REFUSED_PARAMETERS = [
  'host',
  'hostaddr',
  'port',
  'user',
  'password',
  'dbname',
  'database',
  'passfile',
  'service',
  'sslcert',
  'sslkey',
  'sslcrl',
  'sslrootcert',
]

const MODES: Record<string, TlsOptions['mode']> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
}

/** `tls` overrides the URL's own TLS parameters. @throws EngineError `unreachable`, `untrusted` */
export function parseProjectUrl(text: string, tls?: TlsOptions): DatabaseUrl {
  const url = parseUrl(text)
  refuseParameters(url)
  const host = hostOf(url)
  const user = decoded(url.username)
  if (user === '') throw refused(databaseText.noUser)
  const password = decoded(url.password)
  const { ssl, plainWillDo } = tlsSettings(tls ?? { mode: modeOf(url) })
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port)
  const database = decoded(url.pathname.slice(1)) || user
  const options = url.searchParams.get('options')
  const config: pg.ClientConfig = {
    ...CONNECT_DEFAULTS,
    host,
    port,
    user,
    // The driver would replace an empty value by an environment variable of this program.
    password: password === '' ? () => '' : password,
    database,
    ...(options !== null && { options }),
    ssl,
  }
  return { config, host, port, user, database, plainWillDo }
}

function refuseParameters({ searchParams }: URL): void {
  // PostgreSQL's word for "the authorities this system trusts", which is our default anyway.
  if (searchParams.get('sslrootcert') === 'system') searchParams.delete('sslrootcert')
  const found = REFUSED_PARAMETERS.find((name) => searchParams.has(name))
  if (found === undefined) return
  throw refused(found.startsWith('ssl') ? databaseText.fileParameter(found) : databaseText.parameter(found))
}

function hostOf(url: URL): string {
  const host = decoded(url.hostname).replace(/^\[(.+)\]$/, '$1')
  if (host === '') throw refused(databaseText.noHost)
  // These characters begin the path of a socket on this machine.
  if (/^[/@\\]/.test(host)) throw refused(databaseText.noSocket)
  return host
}

function modeOf({ searchParams }: URL): TlsOptions['mode'] {
  const given = searchParams.get('sslmode') ?? 'prefer'
  const mode = Object.hasOwn(MODES, given) ? MODES[given] : undefined
  if (mode) return mode
  throw refused(databaseText.sslmode)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw notPostgres()
  }
}

function refused(reason: string): EngineError {
  return new EngineError('unreachable', databaseText.urlUnusable(`${reason}.`))
}
