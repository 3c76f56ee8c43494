/** The options of the program, from the command line and the environment. DESIGN §2. */
import { parseArgs } from 'node:util'
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
  readReleasesUrl,
  readSmtpUrl,
  readAi,
  readPort,
  readTlsPair,
  readEngine,
  readDatabaseUrl,
  readStorageUrl,
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
import type { BackupQuestion, TypesQuestion } from './operator-socket.js'
import { readPlans } from '../control/read-plans.js'
import { authConfigText } from '../text/auth-config.js'
import { environmentAbout, ONLY_ENVIRONMENT, optionAbout, optionText, USAGE } from '../text/options.js'

/** What `basedeck user …` does to an account. */
export const USER_COMMANDS = [
  'reset',
  'prove',
  'disable',
  'enable',
  'reset-factors',
  'administrator',
  'delete',
] as const
export type UserCommand = (typeof USER_COMMANDS)[number]

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
}

export type Command =
  | { type: 'start'; config: Config }
  | { type: 'check'; args: string[] }
  /** Fills a new hosted installation with a demo. */
  | { type: 'seed'; config: Config }
  /** Fills a project's database with sample data; null: the only project. */
  | { type: 'seed-sample'; config: Config; project: string | null }
  /** Prints the settings of a project's auth service, or applies a file of them. */
  | { type: 'auth-config'; config: Config; project: string | null; file: string | null }
  /** Writes the types of a project's database; `databaseUrl`: of any other one. */
  | { type: 'types'; config: Config; types: TypesQuestion; databaseUrl: string | undefined }
  /** Shows the newest lines of a project's log; null: of the only project. `follows`: and those that come. */
  | { type: 'logs'; config: Config; project: string | null; follows: boolean }
  /** Runs a file of cases of policies; `databaseUrl`: in a database that is no project here. */
  | {
      type: 'policies'
      config: Config
      check: string
      project: string | null
      databaseUrl: string | undefined
      format: 'text' | 'json'
    }
  /** A change to an account. */
  | { type: 'user'; config: Config; command: UserCommand; email: string }
  | { type: 'user-list'; config: Config }
  /** Writes or restores a backup. */
  | { type: 'dump' | 'restore'; config: Config; backup: BackupQuestion }
  | { type: 'help' }
  | { type: 'version' }
  /** The sentence says what is wrong and what to do. */
  | { type: 'invalid'; sentence: string }

interface Option {
  flag: string
  env: string
  value: string
  fallback: string
}

const OPTIONS = [
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
  { flag: 'log-days', env: 'BASEDECK_LOG_DAYS', value: 'number', fallback: '7' },
  { flag: 'log-bytes', env: 'BASEDECK_LOG_BYTES', value: 'size', fallback: '1GB' },
  { flag: 'plans', env: 'BASEDECK_PLANS', value: 'file', fallback: 'built-in plans' },
  { flag: 'runs-per-minute', env: 'BASEDECK_RUNS_PER_MINUTE', value: 'number', fallback: '6000' },
] as const satisfies Option[]

/** Options that are on or off. */
const SWITCHES = [
  { flag: 'platform', env: 'BASEDECK_PLATFORM' },
  { flag: 'trust-proxy', env: 'BASEDECK_TRUST_PROXY' },
  { flag: 'prepare', env: 'BASEDECK_PREPARE' },
  { flag: 'allow-superuser-sql', env: 'BASEDECK_ALLOW_SUPERUSER_SQL' },
] as const

/** Reads what the program was started with. */
export function readCommand(argv: string[], env: NodeJS.ProcessEnv): Command {
  const [first, ...rest] = argv
  if (first === 'check') return { type: 'check', args: rest }
  const own = OWN_OPTIONS.get(first ?? '')
  try {
    if (own) return own(rest, env)
    const { values, positionals } = parse(argv)
    if (values['help']) return { type: 'help' }
    if (values['version']) return { type: 'version' }
    const [first = 'start', ...words] = positionals
    if (first === 'dump' || first === 'restore') {
      if (words.length > 0) throw new Error(FORM_OF[first])
      return { type: first, config: readConfig(values, env), backup: readBackup(first, values) }
    }
    const isSample = first === 'seed' && words[0] === 'sample'
    const stray = BACKUP_OPTIONS.find(
      (flag) => values[flag] !== undefined && !(isSample && flag === 'project'),
    )
    if (stray !== undefined) throw new Error(optionText.onlyForBackups(stray))
    if (isSample) {
      const { project } = values
      if (words.length > 1 || project === '') throw new Error(optionText.seedForm)
      const config = readConfig(values, env)
      return { type: 'seed-sample', config, project: typeof project === 'string' ? project : null }
    }
    return commandOf(positionals, () => readConfig(values, env))
  } catch (error) {
    return { type: 'invalid', sentence: optionText.seeHelp((error as Error).message) }
  }
}

/** Commands that read their options themselves. */
const OWN_OPTIONS = new Map([
  ['types', typesCommand],
  ['auth-config', authConfigCommand],
  ['logs', logsCommand],
  ['policies', policiesCommand],
])

function typesCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const own = ['lang', 'project', 'schema', 'db-url', 'data-dir'] as const
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(own.map((flag) => [flag, { type: 'string' as const }])),
    }),
  )
  const {
    lang = 'typescript',
    project,
    schema,
    'db-url': databaseUrl,
    ...others
  } = values as Record<string, string>
  const isOther = project !== undefined && databaseUrl !== undefined
  if (positionals.length > 0 || lang !== 'typescript' || project === '' || isOther)
    throw new Error(optionText.typesForm)
  const schemas = schema?.split(',').map((name) => name.trim())
  if (schemas?.includes('')) throw new Error(optionText.typesForm)
  return {
    type: 'types',
    config: readConfig(others, env),
    types: { project: project ?? null, schemas: schemas ?? null },
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
  }
}

function authConfigCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { project: { type: 'string' }, 'data-dir': { type: 'string' } },
    }),
  )
  const { project, ...others } = values as Record<string, string>
  const [verb, file, ...more] = positionals
  const fits = verb === 'export' ? file === undefined : verb === 'apply' && file !== undefined
  if (!fits || more.length > 0 || project === '') throw new Error(authConfigText.form)
  return {
    type: 'auth-config',
    config: readConfig(others, env),
    project: project ?? null,
    file: file ?? null,
  }
}

function logsCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        'data-dir': { type: 'string' },
        follow: { type: 'boolean' },
      },
    }),
  )
  const { project = null, follow = false, ...others } = values
  if (positionals.length > 0 || project === '') throw new Error(optionText.logsForm)
  return { type: 'logs', config: readConfig(others, env), project, follows: follow }
}

function policiesCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const own = ['check', 'project', 'db-url', 'data-dir', 'format'] as const
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(own.map((flag) => [flag, { type: 'string' as const }])),
    }),
  )
  const {
    check,
    project,
    format = 'text',
    'db-url': databaseUrl,
    ...others
  } = values as Record<string, string>
  const isOther = project !== undefined && databaseUrl !== undefined
  if (
    positionals.length > 0 ||
    !check ||
    project === '' ||
    isOther ||
    (format !== 'text' && format !== 'json')
  )
    throw new Error(optionText.policiesForm)
  return {
    type: 'policies',
    config: readConfig(others, env),
    check,
    project: project ?? null,
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
    format,
  }
}

const BACKUP_OPTIONS = ['to', 'from', 'project', 'without-key'] as const
const FORM_OF = { dump: optionText.dumpForm, restore: optionText.restoreForm } as const

function readBackup(command: 'dump' | 'restore', values: Values): BackupQuestion {
  const { to, from, project, 'without-key': withoutKey } = values
  const [file, other] = command === 'dump' ? [to, from] : [from, to]
  const isKeyLeftOut = withoutKey === true
  const fits = isKeyLeftOut ? command === 'dump' && project === undefined : true
  if (typeof file !== 'string' || file === '' || other !== undefined || project === '' || !fits)
    throw new Error(FORM_OF[command])
  return {
    file: resolve(file),
    project: typeof project === 'string' ? project : null,
    withoutKey: isKeyLeftOut,
  }
}

function commandOf(words: string[], config: () => Config): Command {
  const [first = 'start', second, third, ...more] = words
  if (more.length === 0) {
    if (first === 'start' && second === undefined) return { type: 'start', config: config() }
    if (first === 'seed' && second === 'demo' && third === undefined)
      return { type: 'seed', config: config() }
    if (first === 'user' && second === 'list' && third === undefined)
      return { type: 'user-list', config: config() }
    const command = USER_COMMANDS.find((one) => one === second)
    if (first === 'user' && command !== undefined && third !== undefined)
      return { type: 'user', config: config(), command, email: third }
  }
  if (first === 'user') throw new Error(optionText.userForm(USER_COMMANDS.join('|')))
  if (first === 'seed') throw new Error(optionText.seedForm)
  throw new Error(optionText.unknownCommand(words.join(' ')))
}

type Values = Record<string, string | boolean | undefined>

function parse(args: string[]): { values: Values; positionals: string[] } {
  return strictly(() => parsed(args))
}

/** @throws with a sentence of ours */
function strictly<Parsed>(read: () => Parsed): Parsed {
  try {
    return read()
  } catch (error) {
    throw new Error(argumentProblem(error), { cause: error })
  }
}

/** Node's own sentences advise what this program does not take, over several lines. */
function argumentProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const option = /'(?:-\w, )?(-[^\s'=]*)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return optionText.unknownOption(option)
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return message.includes('does not take') ? optionText.takesNoValue(option) : optionText.needsValue(option)
}

function parsed(args: string[]): { values: Values; positionals: string[] } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map(({ flag }) => [flag, { type: 'string' as const }])),
      ...Object.fromEntries(SWITCHES.map(({ flag }) => [flag, { type: 'boolean' as const }])),
      to: { type: 'string' },
      from: { type: 'string' },
      project: { type: 'string' },
      'without-key': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  return { values, positionals }
}

function readConfig(values: Values, env: NodeJS.ProcessEnv): Config {
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
    internalUrl: readPublicUrl('internal-url', read('internal-url')),
    trustProxy: isOn('trust-proxy'),
    secretKey: env['BASEDECK_SECRET_KEY'] || undefined,
    smtpUrl: readSmtpUrl(env['BASEDECK_SMTP_URL']),
    supportEmail: env['BASEDECK_SUPPORT_EMAIL'] || undefined,
    ai: readAi(read('ai-url'), read('ai-model'), env['BASEDECK_AI_KEY'] || undefined),
    auditRetentionDays: readDays(read('audit-retention-days') ?? '365'),
    logDays: readLogDays(read('log-days') ?? '7'),
    logBytes: readLogBytes(read('log-bytes') ?? '1GB'),
    plans: readPlans(read('plans')),
    runsAMinute: readRunsPerMinute(read('runs-per-minute') ?? '6000'),
    metricsToken: readMetricsToken(env['BASEDECK_METRICS_TOKEN']),
    logLevel: readLogLevel(env['BASEDECK_LOG_LEVEL']),
    flags: readFlags(env['BASEDECK_FLAGS'] ?? ''),
    notice: readNotice(env['BASEDECK_NOTICE']),
    links: readLinks(env['BASEDECK_LINKS']),
    allowedOutgoingHosts: readAllowedHosts(read('allow-outgoing-hosts')),
    releasesUrl: readReleasesUrl(env['BASEDECK_RELEASES_URL']),
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
