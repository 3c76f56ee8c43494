/** The options of the program, from the command line and the environment. DESIGN §2. */
import { usualLogDays } from './log-days.js'
import { resolve } from 'node:path'
import {
  readSwitch,
  readDays,
  readLogBytes,
  readLogDays,
  readRunsPerMinute,
  readMetricsToken,
  readLogLevel,
  readFlags,
  readNotice,
  readLinks,
  readServiceUrl,
  readSmtpUrl,
  readAi,
  readPort,
  readTlsPair,
  readEngine,
  readDatabaseUrl,
  readStorageUrl,
  readBackupStore,
  readPublicUrl,
  type AiService,
  type Notice,
} from './config-values.js'
import type { PlanCatalogue } from '../control/plans.js'
import type { TlsPair } from '../engines/program-access.js'
import { isLoopback } from '../kernel/host-address.js'
import type { LogLevel } from '../kernel/log.js'
import { readAllowedHosts, type AllowedHost } from '../outgoing/allowed-hosts.js'
import type { S3Location } from '../s3/s3-location.js'
import { readPlans } from '../control/read-plans.js'
import { environmentAbout, ONLY_ENVIRONMENT, optionAbout, optionText, USAGE } from '../text/options.js'

export interface Config {
  port: number
  host: string
  /** Port of the projects' own API; 0 takes a free one. */
  apiPort: number
  /** An explicitly given port is never replaced by a free one. */
  apiPortGiven: boolean
  dataDir: string
  engine: 'auto' | 'cluster' | 'pglite'
  /** Where programs of this machine reach databases in PGlite; undefined: nowhere. 0 takes a free one. */
  pgPort: number | undefined
  /** Where the databases that run here listen for other programs. Beyond this machine only with `pgTls`. */
  pgHost: string
  /** Encrypts the connections of other programs. */
  pgTls: TlsPair | undefined
  /** Given: engine `postgres`. */
  databaseUrl: string | undefined
  /** The dashboard's address as its users see it, when that is not `http://host:port`. */
  publicUrl: string | undefined
  /** The projects’ API’s address as its callers see it. Default: the public host with the API’s own port. */
  publicApiUrl: string | undefined
  /** Runs the migrations of a project on the database of `databaseUrl`. */
  prepare: boolean
  /** Members' SQL may run as a superuser, if the database URL names one. */
  allowSuperuser: boolean
  /** The hosted build: many organizations, accounts always. */
  platform: boolean
  /** The control plane's PostgreSQL. Undefined: a small cluster in the data directory, or a PGlite where no cluster runs. */
  controlDatabaseUrl: string | undefined
  /** An S3-compatible store for the files of projects; undefined: they are in the data directory. */
  storage: S3Location | undefined
  /** Keeps copies of backups outside this machine; undefined: they are in the data directory alone. */
  backupStore: S3Location | undefined
  /** Where other processes on the same control plane reach this one. Default: where it listens. */
  internalUrl: string | undefined
  /** Take the client's address from the proxy's X-Forwarded-For header. */
  trustProxy: boolean
  /** Encrypts stored secrets; undefined: a key file in the data directory does. Only from the environment. */
  secretKey: string | undefined
  /** The SMTP server. */
  smtpUrl: string | undefined
  /** Where support tickets are mailed to. */
  supportEmail: string | undefined
  /** What answers questions about SQL, by the chat-completions protocol. The key comes only from the environment. */
  ai: AiService | undefined
  auditRetentionDays: number
  /** Days for which lines of the projects' logs are kept; 0: none is kept. */
  logDays: number
  /** Bytes that these lines may take. */
  logBytes: number
  /** 0: no limit. */
  runsAMinute: number
  /** Prices and limits of the plans. */
  plans: PlanCatalogue
  /** Opens `/metrics`; undefined: that address does not exist. Only from the environment. */
  metricsToken: string | undefined
  /** The log level. Default `warn`; `info` logs each call. */
  logLevel: LogLevel
  /** Feature flags that the operator sets; they override the stored ones. */
  flags: Readonly<Record<string, boolean>>
  /** An upcoming change that every page announces. */
  notice: Notice | undefined
  /** Addresses in the help menu, by a known kind or by a name that the operator chose. */
  links: Readonly<Record<string, string>>
  /** Hosts of the private network that projects may have called. Default: none. */
  allowedOutgoingHosts: readonly AllowedHost[]
  /** Says which version is the newest; undefined: it is not asked. */
  releasesUrl: string | undefined
  /** Tells leaked passwords by the start of their hash; undefined: only the built-in list is looked at. */
  leakedPasswordsUrl: string | undefined
}

interface Option {
  flag: string
  env: string
  value: string
  fallback: string
}

export const OPTIONS = [
  { flag: 'port', env: 'BASEDECK_PORT', value: 'number', fallback: '8787' },
  { flag: 'host', env: 'BASEDECK_HOST', value: 'address', fallback: '127.0.0.1' },
  { flag: 'api-port', env: 'BASEDECK_API_PORT', value: 'number', fallback: 'port + 1' },
  { flag: 'data-dir', env: 'BASEDECK_DATA_DIR', value: 'folder', fallback: './.basedeck' },
  { flag: 'engine', env: 'BASEDECK_ENGINE', value: 'auto|cluster|pglite', fallback: 'auto' },
  { flag: 'pg-port', env: 'BASEDECK_PG_PORT', value: 'number', fallback: 'off' },
  { flag: 'pg-host', env: 'BASEDECK_PG_HOST', value: 'address', fallback: '127.0.0.1' },
  { flag: 'pg-tls-cert', env: 'BASEDECK_PG_TLS_CERT', value: 'file', fallback: '–' },
  { flag: 'pg-tls-key', env: 'BASEDECK_PG_TLS_KEY', value: 'file', fallback: '–' },
  { flag: 'database-url', env: 'BASEDECK_DATABASE_URL', value: 'url', fallback: '–' },
  { flag: 'public-url', env: 'BASEDECK_PUBLIC_URL', value: 'url', fallback: '–' },
  {
    flag: 'public-api-url',
    env: 'BASEDECK_PUBLIC_API_URL',
    value: 'url',
    fallback: 'public-url with api-port',
  },
  {
    flag: 'control-database-url',
    env: 'BASEDECK_CONTROL_DATABASE_URL',
    value: 'url',
    fallback: 'in the data directory',
  },
  {
    flag: 'storage-url',
    env: 'BASEDECK_STORAGE_URL',
    value: 'url',
    fallback: 'files in the data directory',
  },
  {
    flag: 'backup-store',
    env: 'BASEDECK_BACKUP_STORE',
    value: 'url',
    fallback: 'backups in the data directory',
  },
  { flag: 'internal-url', env: 'BASEDECK_INTERNAL_URL', value: 'url', fallback: 'where it listens' },
  { flag: 'ai-url', env: 'BASEDECK_AI_URL', value: 'url', fallback: '–' },
  { flag: 'ai-model', env: 'BASEDECK_AI_MODEL', value: 'name', fallback: '–' },
  {
    flag: 'allow-outgoing-hosts',
    env: 'BASEDECK_ALLOW_OUTGOING_HOSTS',
    value: 'hosts',
    fallback: 'public ones alone',
  },
  { flag: 'audit-retention-days', env: 'BASEDECK_AUDIT_RETENTION_DAYS', value: 'number', fallback: '365' },
  { flag: 'log-days', env: 'BASEDECK_LOG_DAYS', value: 'number', fallback: '7; hosted 90' },
  { flag: 'log-bytes', env: 'BASEDECK_LOG_BYTES', value: 'size', fallback: '1GB' },
  { flag: 'plans', env: 'BASEDECK_PLANS', value: 'file', fallback: 'built-in plans' },
  { flag: 'runs-per-minute', env: 'BASEDECK_RUNS_PER_MINUTE', value: 'number', fallback: '6000' },
] as const satisfies Option[]

/** Options that are on or off. */
export const SWITCHES = [
  { flag: 'platform', env: 'BASEDECK_PLATFORM' },
  { flag: 'trust-proxy', env: 'BASEDECK_TRUST_PROXY' },
  { flag: 'prepare', env: 'BASEDECK_PREPARE' },
  { flag: 'allow-superuser-sql', env: 'BASEDECK_ALLOW_SUPERUSER_SQL' },
] as const

/** Values of options by their flags. */
export type Values = Record<string, string | boolean | undefined>

/** @throws with a sentence */
export function readConfig(values: Values, env: NodeJS.ProcessEnv): Config {
  const read = (flag: (typeof OPTIONS)[number]['flag']): string | undefined => {
    const value = values[flag] ?? env[OPTIONS.find((option) => option.flag === flag)?.env ?? '']
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const isOn = (flag: (typeof SWITCHES)[number]['flag']): boolean =>
    values[flag] === true || readSwitch(SWITCHES.find((one) => one.flag === flag)?.env ?? '', env)
  const port = readPort('port', read('port') ?? '8787')
  const pgPort = read('pg-port')
  const config: Config = {
    port,
    host: read('host') ?? '127.0.0.1',
    apiPort: readPort('api-port', read('api-port') ?? String(port === 0 ? 0 : port + 1)),
    apiPortGiven: read('api-port') !== undefined,
    dataDir: resolve(read('data-dir') ?? './.basedeck'),
    engine: readEngine(read('engine') ?? 'auto'),
    pgPort: pgPort === undefined ? undefined : readPort('pg-port', pgPort),
    pgHost: read('pg-host') ?? '127.0.0.1',
    pgTls: readTlsPair(read('pg-tls-cert'), read('pg-tls-key')),
    databaseUrl: readDatabaseUrl('database-url', read('database-url')),
    publicUrl: readPublicUrl('public-url', read('public-url')),
    publicApiUrl: readPublicUrl('public-api-url', read('public-api-url')),
    prepare: isOn('prepare'),
    allowSuperuser: isOn('allow-superuser-sql'),
    platform: isOn('platform'),
    controlDatabaseUrl: readDatabaseUrl('control-database-url', read('control-database-url')),
    storage: readStorageUrl(read('storage-url')),
    backupStore: readBackupStore('backup-store', read('backup-store'), env),
    internalUrl: readPublicUrl('internal-url', read('internal-url')),
    trustProxy: isOn('trust-proxy'),
    secretKey: env['BASEDECK_SECRET_KEY'] || undefined,
    smtpUrl: readSmtpUrl(env['BASEDECK_SMTP_URL']),
    supportEmail: env['BASEDECK_SUPPORT_EMAIL'] || undefined,
    ai: readAi(read('ai-url'), read('ai-model'), env['BASEDECK_AI_KEY'] || undefined),
    auditRetentionDays: readDays(read('audit-retention-days') ?? '365'),
    logDays: readLogDays(read('log-days') ?? String(usualLogDays(isOn('platform')))),
    logBytes: readLogBytes(read('log-bytes') ?? '1GB'),
    plans: readPlans(read('plans')),
    runsAMinute: readRunsPerMinute(read('runs-per-minute') ?? '6000'),
    metricsToken: readMetricsToken(env['BASEDECK_METRICS_TOKEN']),
    logLevel: readLogLevel(env['BASEDECK_LOG_LEVEL']),
    flags: readFlags(env['BASEDECK_FLAGS'] ?? ''),
    notice: readNotice(env['BASEDECK_NOTICE']),
    links: readLinks(env['BASEDECK_LINKS']),
    allowedOutgoingHosts: readAllowedHosts(read('allow-outgoing-hosts')),
    releasesUrl: readServiceUrl(env['BASEDECK_RELEASES_URL'], optionText.releasesUrl),
    leakedPasswordsUrl: readServiceUrl(env['BASEDECK_LEAKED_PASSWORDS_URL'], optionText.leakedPasswordsUrl),
  }
  if (config.platform && config.databaseUrl !== undefined) {
    throw new Error(optionText.databaseUrlHosted)
  }
  if (config.pgPort !== undefined && (config.engine === 'cluster' || config.databaseUrl !== undefined))
    throw new Error(optionText.pgPortOther)
  if (!isLoopback(config.pgHost) && !config.pgTls) throw new Error(optionText.pgHostWithoutTls)
  if ((config.pgTls || !isLoopback(config.pgHost)) && config.databaseUrl !== undefined)
    throw new Error(optionText.pgHostOther)
  if (config.internalUrl !== undefined && config.controlDatabaseUrl === undefined)
    throw new Error(optionText.internalUrlAlone)
  // Users' files are served there. On the dashboard's origin they could run scripts.
  if (config.publicApiUrl !== undefined && config.publicApiUrl === config.publicUrl)
    throw new Error(optionText.publicApiUrl)
  return config
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = OPTIONS.map(
    ({ flag, env, value, fallback }) => [`--${flag} <${value}>`, env, fallback, optionAbout[flag]] as const,
  )
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length)) + 2
  const lines = rows.map(
    (row) => `  ${row[0].padEnd(width(0))}${row[1].padEnd(width(1))}${row[2].padEnd(width(2))}${row[3]}`,
  )
  return [
    ...USAGE,
    ...lines,
    ...SWITCHES.map(
      ({ flag, env }) => `  ${`--${flag}`.padEnd(width(0))}${env.padEnd(width(1))}${optionAbout[flag]}`,
    ),
    '  --help, --version',
    '',
    ONLY_ENVIRONMENT,
    ...Object.entries(environmentAbout).map(([name, about]) => `  ${name.padEnd(width(0))}${about}`),
    '',
  ].join('\n')
}
