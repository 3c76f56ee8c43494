/** The options of the program, from the command line and the environment. DESIGN §2. */
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import {
  readSwitch,
  readDays,
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
  readEngine,
  readDatabaseUrl,
  readPublicUrl,
  type AiService,
  type Notice,
} from './config-values.js'
import type { LogLevel } from './log.js'
import type { BackupQuestion } from './operator-socket.js'

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
  /** A port that was asked for does not move when it is taken. */
  apiPortGiven: boolean
  dataDir: string
  engine: 'auto' | 'cluster' | 'pglite'
  /** Given: engine `postgres`. */
  databaseUrl: string | undefined
  /** The dashboard's address as its users see it, when that is not `http://host:port`. */
  publicUrl: string | undefined
  /** The projects’ API’s address as its callers see it. Default: the public host with the API’s own port. */
  publicApiUrl: string | undefined
  /** Runs the migrations of a project on the database of `databaseUrl`. */
  prepare: boolean
  /** SQL of people runs as a superuser unasked, where a database was given by the URL of one. */
  allowSuperuser: boolean
  /** The hosted build: many organizations, accounts always. */
  platform: boolean
  /** Given: the control plane's PostgreSQL; else PGlite in the data directory. */
  controlDatabaseUrl: string | undefined
  /** Where other processes on the same control plane reach this one. Default: where it listens. */
  internalUrl: string | undefined
  /** A proxy in front says where a request came from. */
  trustProxy: boolean
  /** Encrypts secrets at rest; else a key file in the data directory. Only from the environment. */
  secretKey: string | undefined
  /** Where mail is handed over. */
  smtpUrl: string | undefined
  /** Where support tickets are mailed to. */
  supportEmail: string | undefined
  /** What answers questions about SQL, by the chat-completions protocol. The key comes only from the environment. */
  ai: AiService | undefined
  auditRetentionDays: number
  /** 0: no limit. */
  runsAMinute: number
  /** Opens `/metrics`; undefined: that address does not exist. Only from the environment. */
  metricsToken: string | undefined
  /** How much the program tells of its work. Default `warn`; `info` has a line for each call. */
  logLevel: LogLevel
  /** Feature flags that the operator sets; they go before the stored ones. */
  flags: Readonly<Record<string, boolean>>
  /** What every page tells: an upcoming change. */
  notice: Notice | undefined
  /** Where people find more: by a known kind, or by what the operator calls it. */
  links: Readonly<Record<string, string>>
  /** Says which version is the newest; undefined: it is not asked. */
  releasesUrl: string | undefined
}

export type Command =
  | { type: 'start'; config: Config }
  | { type: 'check'; args: string[] }
  /** Fills a hosted installation with a story to show. */
  | { type: 'seed'; config: Config }
  /** Something done to an account. */
  | { type: 'user'; config: Config; command: UserCommand; email: string }
  | { type: 'user-list'; config: Config }
  /** Writes a backup, or makes one into databases again. */
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
  about: string
}

const OPTIONS = [
  { flag: 'port', env: 'BASEDECK_PORT', value: 'number', fallback: '8787', about: 'port of the dashboard' },
  {
    flag: 'host',
    env: 'BASEDECK_HOST',
    value: 'address',
    fallback: '127.0.0.1',
    about: 'address to listen on',
  },
  {
    flag: 'api-port',
    env: 'BASEDECK_API_PORT',
    value: 'number',
    fallback: 'port + 1',
    about: 'port of the projects’ own API',
  },
  {
    flag: 'data-dir',
    env: 'BASEDECK_DATA_DIR',
    value: 'folder',
    fallback: './.basedeck',
    about: 'where everything is kept',
  },
  {
    flag: 'engine',
    env: 'BASEDECK_ENGINE',
    value: 'auto|cluster|pglite',
    fallback: 'auto',
    about: 'what runs the databases',
  },
  {
    flag: 'database-url',
    env: 'BASEDECK_DATABASE_URL',
    value: 'url',
    fallback: '–',
    about: 'use this PostgreSQL (14 or newer) instead',
  },
  {
    flag: 'public-url',
    env: 'BASEDECK_PUBLIC_URL',
    value: 'url',
    fallback: '–',
    about: 'the dashboard’s address behind a proxy',
  },
  {
    flag: 'public-api-url',
    env: 'BASEDECK_PUBLIC_API_URL',
    value: 'url',
    fallback: 'public-url with api-port',
    about: 'the address of the projects’ own API behind a proxy',
  },
  {
    flag: 'control-database-url',
    env: 'BASEDECK_CONTROL_DATABASE_URL',
    value: 'url',
    fallback: 'in the data directory',
    about: 'a PostgreSQL for accounts, organizations and settings',
  },
  {
    flag: 'internal-url',
    env: 'BASEDECK_INTERNAL_URL',
    value: 'url',
    fallback: 'where it listens',
    about: 'the address where other Basedecks on the same control plane reach this one',
  },
  {
    flag: 'ai-url',
    env: 'BASEDECK_AI_URL',
    value: 'url',
    fallback: '–',
    about: 'an AI service of the chat-completions protocol: https://ai.example.com/v1',
  },
  {
    flag: 'ai-model',
    env: 'BASEDECK_AI_MODEL',
    value: 'name',
    fallback: '–',
    about: 'the model to ask there',
  },
  {
    flag: 'audit-retention-days',
    env: 'BASEDECK_AUDIT_RETENTION_DAYS',
    value: 'number',
    fallback: '365',
    about: 'how long the audit log is kept',
  },
  {
    flag: 'runs-per-minute',
    env: 'BASEDECK_RUNS_PER_MINUTE',
    value: 'number',
    fallback: '6000',
    about: 'how many statements one account may run, 0: no limit',
  },
] as const satisfies Option[]

/** Options that are on or off. */
const SWITCHES = [
  { flag: 'platform', env: 'BASEDECK_PLATFORM', about: 'the hosted build: many organizations, accounts' },
  {
    flag: 'trust-proxy',
    env: 'BASEDECK_TRUST_PROXY',
    about: 'believe the X-Forwarded-For of the proxy in front',
  },
  {
    flag: 'prepare',
    env: 'BASEDECK_PREPARE',
    about: 'bring the roles and schemas of a project into the database of --database-url',
  },
  {
    flag: 'allow-superuser-sql',
    env: 'BASEDECK_ALLOW_SUPERUSER_SQL',
    about:
      'danger: members’ SQL may run as the superuser of --database-url, and so start programs on its server',
  },
] as const

/** Only from the environment: a command line is everybody's to read, and short. */
const SECRETS = [
  ['BASEDECK_SECRET_KEY', 'encrypts secrets at rest (32 characters or more); else <data-dir>/secret.key'],
  ['BASEDECK_SMTP_URL', 'mail server: smtps://user:password@host:465?from=basedeck@example.com'],
  ['BASEDECK_SUPPORT_EMAIL', 'where support tickets are mailed to'],
  ['BASEDECK_AI_KEY', 'the key of the AI service; it never reaches a browser'],
  ['BASEDECK_TEMPLATES_DIR', 'where empty databases are kept to be copied; else <data-dir>/templates'],
  ['BASEDECK_METRICS_TOKEN', 'opens GET /metrics for Prometheus, as a bearer token (16 characters or more)'],
  [
    'BASEDECK_LOG_LEVEL',
    'how much is printed: silent, error, warn, info (a line for each call) or debug; else warn',
  ],
  ['BASEDECK_FLAGS', 'feature flags: unifiedLogs,refreshToast=false'],
  [
    'BASEDECK_NOTICE',
    'an upcoming change, told on every page: {"title": "…", "text": "…", "until": "2027-01-31"}',
  ],
  [
    'BASEDECK_LINKS',
    'addresses in the help menu: {"community": "https://…", "feedback": "mailto:…", "Runbook": "https://…"}',
  ],
  [
    'BASEDECK_RELEASES_URL',
    'says the newest version: an address that answers {"latest": "v0.2.0", "published_at": "2027-01-31"}',
  ],
] as const

/** Reads what the program was started with. */
export function readCommand(argv: string[], env: NodeJS.ProcessEnv): Command {
  const [first, ...rest] = argv
  if (first === 'check') return { type: 'check', args: rest }
  try {
    const { values, positionals } = parse(argv)
    if (values['help']) return { type: 'help' }
    if (values['version']) return { type: 'version' }
    const [first = 'start', ...words] = positionals
    if (first === 'dump' || first === 'restore') {
      if (words.length > 0) throw new Error(BACKUP_FORMS[first])
      return { type: first, config: readConfig(values, env), backup: readBackup(first, values) }
    }
    const stray = BACKUP_OPTIONS.find((flag) => values[flag] !== undefined)
    if (stray !== undefined) throw new Error(`--${stray} is for basedeck dump and basedeck restore`)
    return commandOf(positionals, () => readConfig(values, env))
  } catch (error) {
    return { type: 'invalid', sentence: `${(error as Error).message}. See basedeck --help.` }
  }
}

const BACKUP_OPTIONS = ['to', 'from', 'project', 'without-key'] as const
const BACKUP_FORMS = {
  dump: 'It is basedeck dump --to <file> [--project <ref>] [--without-key]',
  restore:
    'It is basedeck restore --from <file> --data-dir <new folder>, or basedeck restore --from <file> --project <ref>',
} as const

function readBackup(command: 'dump' | 'restore', values: Values): BackupQuestion {
  const { to, from, project, 'without-key': withoutKey } = values
  const [file, other] = command === 'dump' ? [to, from] : [from, to]
  const isKeyLeftOut = withoutKey === true
  const fits = isKeyLeftOut ? command === 'dump' && project === undefined : true
  if (typeof file !== 'string' || file === '' || other !== undefined || project === '' || !fits)
    throw new Error(BACKUP_FORMS[command])
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
  if (first === 'user')
    throw new Error(`It is basedeck user list, or basedeck user <${USER_COMMANDS.join('|')}> <email>`)
  if (first === 'seed') throw new Error('It is basedeck seed demo')
  throw new Error(`There is no command ${words.join(' ')}`)
}

type Values = Record<string, string | boolean | undefined>

function parse(args: string[]): { values: Values; positionals: string[] } {
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
  const config: Config = {
    port,
    host: read('host') ?? '127.0.0.1',
    apiPort: readPort('api-port', read('api-port') ?? String(port === 0 ? 0 : port + 1)),
    apiPortGiven: read('api-port') !== undefined,
    dataDir: resolve(read('data-dir') ?? './.basedeck'),
    engine: readEngine(read('engine') ?? 'auto'),
    databaseUrl: readDatabaseUrl('database-url', read('database-url')),
    publicUrl: readPublicUrl('public-url', read('public-url')),
    publicApiUrl: readPublicUrl('public-api-url', read('public-api-url')),
    prepare: isOn('prepare'),
    allowSuperuser: isOn('allow-superuser-sql'),
    platform: isOn('platform'),
    controlDatabaseUrl: readDatabaseUrl('control-database-url', read('control-database-url')),
    internalUrl: readPublicUrl('internal-url', read('internal-url')),
    trustProxy: isOn('trust-proxy'),
    secretKey: env['BASEDECK_SECRET_KEY'] || undefined,
    smtpUrl: readSmtpUrl(env['BASEDECK_SMTP_URL']),
    supportEmail: env['BASEDECK_SUPPORT_EMAIL'] || undefined,
    ai: readAi(read('ai-url'), read('ai-model'), env['BASEDECK_AI_KEY'] || undefined),
    auditRetentionDays: readDays(read('audit-retention-days') ?? '365'),
    runsAMinute: readRunsPerMinute(read('runs-per-minute') ?? '6000'),
    metricsToken: readMetricsToken(env['BASEDECK_METRICS_TOKEN']),
    logLevel: readLogLevel(env['BASEDECK_LOG_LEVEL']),
    flags: readFlags(env['BASEDECK_FLAGS'] ?? ''),
    notice: readNotice(env['BASEDECK_NOTICE']),
    links: readLinks(env['BASEDECK_LINKS']),
    releasesUrl: readReleasesUrl(env['BASEDECK_RELEASES_URL']),
  }
  if (config.platform && config.databaseUrl !== undefined) {
    throw new Error(
      '--database-url is for the one project of a self-hosted Basedeck; with --platform a database is added as a project in the dashboard',
    )
  }
  if (config.internalUrl !== undefined && config.controlDatabaseUrl === undefined)
    throw new Error(
      '--internal-url is for several Basedecks on one control plane: it goes with --control-database-url',
    )
  // Files of users are served there: on the dashboard's origin they could run script.
  if (config.publicApiUrl !== undefined && config.publicApiUrl === config.publicUrl)
    throw new Error('--public-api-url must be another address than --public-url, by host or by port')
  return config
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = OPTIONS.map(
    (option) => [`--${option.flag} <${option.value}>`, option.env, option.fallback, option.about] as const,
  )
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length)) + 2
  const lines = rows.map(
    (row) => `  ${row[0].padEnd(width(0))}${row[1].padEnd(width(1))}${row[2].padEnd(width(2))}${row[3]}`,
  )
  return [
    'basedeck – a dashboard for database-backed projects, and the platform behind it',
    '',
    'Usage: basedeck [start] [options]     start the platform and serve the dashboard',
    '       basedeck check [files…]        say what SQL may do: exit 0 reads, 2 asks, 3 dangerous, 1 syntax error',
    '       basedeck seed demo [options]   fill a new hosted installation with a story to show',
    '       basedeck dump --to <file>      back up everything, also while it runs; --without-key leaves secret.key out',
    '       basedeck restore --from <file> --data-dir <new folder>  make it into an installation again',
    '       basedeck dump --to <file> --project <ref>  one database alone; restore --from … --project <ref> takes it back',
    '       basedeck user list             print who has an account',
    '       basedeck user reset <email>    print a link with which this person sets a new password',
    '       basedeck user prove <email>    say that this address is its account’s, where no mail proves it',
    '       basedeck user disable <email>  end all its sessions and let it in no more; enable takes it back',
    '       basedeck user reset-factors <email>  take away a lost second factor',
    '       basedeck user administrator <email>  let it look after the installation',
    '       basedeck user delete <email>   delete the account',
    '',
    'Options (or environment variables), with their defaults:',
    ...lines,
    ...SWITCHES.map(
      ({ flag, env, about }) => `  ${`--${flag}`.padEnd(width(0))}${env.padEnd(width(1))}${about}`,
    ),
    '  --help, --version',
    '',
    'Only from the environment:',
    ...SECRETS.map(([name, about]) => `  ${name.padEnd(width(0))}${about}`),
    '',
  ].join('\n')
}
