/**
 * The connection string of a database for each kind of program, direct and through a pooler. It never contains
 * the password, only the placeholder `[YOUR-PASSWORD]`.
 * @rule connect.strings  @spec §2
 */

/** The placeholder of the password, which the dashboard does not know. */
export const PASSWORD_PLACEHOLDER = '[YOUR-PASSWORD]'

/** Kinds of connection strings, in the order of the list. */
export const CONNECTION_TYPES = [
  'uri',
  'psql',
  'golang',
  'jdbc',
  'dotnet',
  'nodejs',
  'php',
  'python',
  'sqlalchemy',
] as const
/** One kind of connection string. */
export type ConnectionType = (typeof CONNECTION_TYPES)[number]

/** Where a database, or the pooler before it, is reached. */
export interface ConnectionTarget {
  host: string
  port: number
  database: string
  user: string
}

/** How a program reaches the database: by itself, or through a pooler. */
export type ConnectionMethod = 'direct' | 'transaction' | 'session'

/** A connection string as it is shown: in one line, or as the file it belongs into. */
export interface ConnectionText {
  form: 'line' | 'code'
  text: string
  /** The file that holds it; null: none. */
  file: '.env' | 'appsettings.json' | null
}

/** CLARIFICATIONS "Connect" lists the forms. */
export function connectionString(
  type: ConnectionType,
  method: ConnectionMethod,
  target: ConnectionTarget,
): ConnectionText {
  const isPooled = method !== 'direct'
  const env = (text: string): ConnectionText => ({ form: 'code', text, file: '.env' })
  switch (type) {
    case 'uri':
      return { form: 'line', text: connectionUri(target), file: null }
    case 'jdbc':
      return { form: 'line', text: jdbcUri(target), file: null }
    case 'psql':
      return { form: 'code', text: psqlCommand(target), file: null }
    case 'dotnet':
      return {
        form: 'code',
        text: appSettings(isPooled ? pooledDotnet(target) : directDotnet(target)),
        file: 'appsettings.json',
      }
    case 'nodejs':
      return env(databaseUrl(target))
    case 'golang':
      return env(isPooled ? goKeywordLines(target) : goDatabaseUrl(target))
    case 'php':
    case 'python':
      return env(isPooled ? keywordLines(target) : databaseUrl(target))
    case 'sqlalchemy':
      return env(keywordLines(target))
  }
}

/** The address as programs take it. User and database are escaped; the placeholder is replaced by an escaped password. */
export function connectionUri({ host, port, database, user }: ConnectionTarget): string {
  return `postgresql://${encodeURIComponent(user)}:${PASSWORD_PLACEHOLDER}@${hostInUri(host)}:${port}/${encodeURIComponent(database)}`
}

const databaseUrl = (target: ConnectionTarget) => `DATABASE_URL=${connectionUri(target)}`

/** lib/pq asks for TLS unless it is told otherwise, and on this machine none is spoken. */
const goDatabaseUrl = (target: ConnectionTarget) =>
  databaseUrl(target) + (isLoopback(target.host) ? '?sslmode=disable' : '')

const goKeywordLines = (target: ConnectionTarget) =>
  keywordLines(target) + (isLoopback(target.host) ? '\nsslmode=disable' : '')

function jdbcUri({ host, port, database, user }: ConnectionTarget): string {
  const query = `user=${encodeURIComponent(user)}&password=${PASSWORD_PLACEHOLDER}`
  return `jdbc:postgresql://${hostInUri(host)}:${port}/${encodeURIComponent(database)}?${query}`
}

/** psql asks for the password. */
function psqlCommand({ host, port, database, user }: ConnectionTarget): string {
  return `psql -h ${inShell(host)} -p ${port} -d ${inShell(database)} -U ${inShell(user)}`
}

function keywordLines({ host, port, database, user }: ConnectionTarget): string {
  return [
    `user=${user}`,
    `password=${PASSWORD_PLACEHOLDER}`,
    `host=${host}`,
    `port=${port}`,
    `dbname=${database}`,
  ].join('\n')
}

/** Without a port the driver takes this one. */
const POSTGRES_PORT = 5432

/** Names the port only where the driver would take another one. On this machine no TLS is needed. */
function directDotnet({ host, port, database, user }: ConnectionTarget): string {
  const sslMode = isLoopback(host) ? 'Prefer' : 'Require'
  return dotnetPairs([
    ['Host', host],
    ...(port === POSTGRES_PORT ? [] : ([['Port', String(port)]] as const)),
    ['Database', database],
    ['Username', user],
    ['Password', PASSWORD_PLACEHOLDER],
    ['SSL Mode', sslMode],
  ])
}

function pooledDotnet({ host, port, database, user }: ConnectionTarget): string {
  return dotnetPairs([
    ['User Id', user],
    ['Password', PASSWORD_PLACEHOLDER],
    ['Server', host],
    ['Port', String(port)],
    ['Database', database],
  ])
}

function appSettings(connection: string): string {
  return JSON.stringify({ ConnectionStrings: { DefaultConnection: connection } }, null, 2)
}

function dotnetPairs(pairs: readonly (readonly [key: string, value: string])[]): string {
  return pairs.map(([key, value]) => `${key}=${dotnetValue(value)}`).join(';')
}

/** A semicolon ends a value, and quotes and blanks at its ends are dropped, unless it is quoted. */
function dotnetValue(value: string): string {
  return /[;'"]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const inShell = (word: string): string =>
  /^[\w.:/@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

const hostInUri = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether the address is this machine's own, which no other machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
