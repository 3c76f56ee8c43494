/** The options of the program, from the command line and the environment. DESIGN §2. */
import { parseArgs } from 'node:util'
import { resolve } from 'node:path'

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
  /** Runs the migrations of a project on the database of `databaseUrl`. */
  prepare: boolean
}

export type Command =
  | { type: 'start'; config: Config }
  | { type: 'check'; args: string[] }
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
] as const satisfies Option[]

/** Reads what the program was started with. */
export function readCommand(argv: string[], env: NodeJS.ProcessEnv): Command {
  const [first, ...rest] = argv
  if (first === 'check') return { type: 'check', args: rest }
  const args = first === 'start' ? rest : argv
  try {
    return readStart(args, env)
  } catch (error) {
    return { type: 'invalid', sentence: `${(error as Error).message}. See basedeck --help.` }
  }
}

function readStart(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map(({ flag }) => [flag, { type: 'string' as const }])),
      prepare: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  if (values['help']) return { type: 'help' }
  if (values['version']) return { type: 'version' }
  if (positionals.length > 0) throw new Error(`There is no command ${positionals[0]}`)

  const given: Record<string, unknown> = values
  const read = (flag: (typeof OPTIONS)[number]['flag']): string | undefined => {
    const value = given[flag] ?? env[OPTIONS.find((option) => option.flag === flag)?.env ?? '']
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const port = readPort('port', read('port') ?? '8787')
  return {
    type: 'start',
    config: {
      port,
      host: read('host') ?? '127.0.0.1',
      apiPort: readPort('api-port', read('api-port') ?? String(port === 0 ? 0 : port + 1)),
      apiPortGiven: read('api-port') !== undefined,
      dataDir: resolve(read('data-dir') ?? './.basedeck'),
      engine: readEngine(read('engine') ?? 'auto'),
      databaseUrl: readDatabaseUrl(read('database-url')),
      publicUrl: readPublicUrl(read('public-url')),
      prepare: values['prepare'] === true,
    },
  }
}

function readPort(flag: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`--${flag} must be a number from 0 to 65535, not “${text}”`)
  return port
}

function readEngine(text: string): Config['engine'] {
  if (text === 'auto' || text === 'cluster' || text === 'pglite') return text
  throw new Error(
    `--engine must be auto, cluster or pglite, not “${text}”; another PostgreSQL is given by --database-url`,
  )
}

/** The text itself is never repeated in the sentence: it may hold a password. */
function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('--database-url must be of the form postgresql://user:password@host:5432/database')
  }
  return text
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`--public-url must be an address like https://basedeck.example.com, not “${text}”`)
  }
  return new URL(text).origin
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
    '',
    'Options (or environment variables), with their defaults:',
    ...lines,
    '  --prepare    bring the roles and schemas of a project into the database of --database-url',
    '  --help, --version',
    '',
  ].join('\n')
}
