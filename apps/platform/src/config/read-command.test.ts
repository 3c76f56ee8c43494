import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { helpText } from './config.js'
import { readCommand } from './read-command.js'
import { isLoopback } from '../kernel/host-address.js'
import { DEFAULT_PLANS } from '../control/plans.js'
import { testAuthority } from '../engines/testing/certificates.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'

test('without options it starts on loopback, with its data beside', () => {
  expect(readCommand([], {})).toEqual({
    type: 'start',
    config: {
      port: 8787,
      host: '127.0.0.1',
      apiPort: 8788,
      apiPortGiven: false,
      dataDir: resolve('.basedeck'),
      engine: 'auto',
      pgPort: undefined,
      pgHost: '127.0.0.1',
      pgTls: undefined,
      databaseUrl: undefined,
      publicUrl: undefined,
      publicApiUrl: undefined,
      prepare: false,
      allowSuperuser: false,
      platform: false,
      controlDatabaseUrl: undefined,
      storage: undefined,
      internalUrl: undefined,
      trustProxy: false,
      secretKey: undefined,
      smtpUrl: undefined,
      supportEmail: undefined,
      allowedOutgoingHosts: [],
      auditRetentionDays: 365,
      runsAMinute: 6000,
      plans: DEFAULT_PLANS,
      logLevel: 'warn',
      logDays: 7,
      logBytes: 1024 ** 3,
      metricsToken: undefined,
      flags: {},
      notice: undefined,
      links: {},
      releasesUrl: undefined,
      leakedPasswordsUrl: undefined,
    },
  })
})

test('switches are set by an option or by a word in the environment', () => {
  expect(readCommand(['--platform', '--trust-proxy'], {})).toMatchObject({
    config: { platform: true, trustProxy: true },
  })
  expect(readCommand([], { BASEDECK_PLATFORM: 'true', BASEDECK_TRUST_PROXY: '0' })).toMatchObject({
    config: { platform: true, trustProxy: false },
  })
})

test('other commands take the same options', () => {
  expect(readCommand(['seed', 'demo', '--platform', '--port', '9000'], {})).toMatchObject({
    type: 'seed',
    config: { platform: true, port: 9000 },
  })
  expect(readCommand(['user', 'reset', 'ada@example.com'], {})).toMatchObject({
    type: 'user',
    command: 'reset',
    email: 'ada@example.com',
  })
  expect(readCommand(['user', 'reset-factors', 'ada@example.com'], {})).toMatchObject({
    type: 'user',
    command: 'reset-factors',
  })
  expect(readCommand(['user', 'list'], {})).toMatchObject({ type: 'user-list' })
})

test('sample data goes into one project', () => {
  expect(readCommand(['seed', 'sample', '--data-dir', '/d'], {})).toMatchObject({
    type: 'seed-sample',
    project: null,
    config: { dataDir: '/d' },
  })
  expect(readCommand(['seed', 'sample', '--project', 'abc'], {})).toMatchObject({ project: 'abc' })
})

test('dump and restore take a file, for an installation or one project', () => {
  expect(readCommand(['dump', '--to', '/b/all.dump', '--without-key', '--data-dir', '/d'], {})).toMatchObject(
    {
      type: 'dump',
      config: { dataDir: '/d' },
      backup: { file: '/b/all.dump', project: null, withoutKey: true },
    },
  )
  expect(readCommand(['restore', '--from', '/b/shop.dump', '--project', 'shop'], {})).toMatchObject({
    type: 'restore',
    backup: { file: '/b/shop.dump', project: 'shop', withoutKey: false },
  })
})

test('an installation is restored from a backup store, whose key may be in the environment', () => {
  const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'a/b+', AWS_REGION: 'eu-central-1' }
  expect(readCommand(['restore', '--from', 's3://backups/shop'], env)).toMatchObject({
    type: 'restore',
    backup: {
      project: null,
      store: {
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        bucket: 'backups',
        prefix: 'shop/',
        secretAccessKey: 'a/b+',
      },
    },
  })
  expect(
    readCommand(['--backup-store', 's3://backups'], { ...env, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' }),
  ).toMatchObject({ config: { backupStore: { endpoint: 'http://127.0.0.1:9000', prefix: '' } } })
})

test('a branch is compared with its parent: its schema, and the rows of the named tables', () => {
  expect(readCommand(['diff', 'trial', '--data-dir', '/d'], {})).toMatchObject({
    type: 'diff',
    branch: 'trial',
    tables: [],
    format: 'text',
    config: { dataDir: '/d' },
  })
  expect(readCommand(['diff', 'feature/x', '--data', 'notes, app.orders', '--json'], {})).toMatchObject({
    branch: 'feature/x',
    tables: ['notes', 'app.orders'],
    format: 'json',
  })
})

test.each([
  ['no branch', ['diff']],
  ['an empty name', ['diff', '']],
  ['two branches', ['diff', 'one', 'two']],
  ['an empty table', ['diff', 'one', '--data', 'notes,']],
  ['tables without names', ['diff', 'one', '--data']],
  ['another option', ['diff', 'one', '--format', 'json']],
])('diff with %s is refused, with its form or the option that is wrong', (_, args) => {
  expect(readCommand(args, {})).toMatchObject({
    type: 'invalid',
    sentence: expect.stringMatching(/basedeck diff|--data|--format/) as string,
  })
})

test('flags and a notice come from the environment', () => {
  const env = {
    BASEDECK_FLAGS: 'unifiedLogs, refreshToast = false',
    BASEDECK_NOTICE: '{"title": "Move", "text": "On Sunday", "until": "2027-01-31"}',
    BASEDECK_LINKS: '{"community": "https://example.com", "Our runbook": "mailto:ops@example.com"}',
    BASEDECK_RELEASES_URL: 'https://releases.example.com/basedeck.json',
  }
  expect(readCommand([], env)).toMatchObject({
    config: {
      flags: { unifiedLogs: true, refreshToast: false },
      notice: { title: 'Move', text: 'On Sunday', until: '2027-01-31' },
      links: { community: 'https://example.com', 'Our runbook': 'mailto:ops@example.com' },
      releasesUrl: 'https://releases.example.com/basedeck.json',
    },
  })
})

test.each([
  [{ BASEDECK_PLATFORM: 'perhaps' }, 'BASEDECK_PLATFORM must be true or false'],
  [{ BASEDECK_FLAGS: 'a=1' }, 'BASEDECK_FLAGS must be names'],
  [{ BASEDECK_NOTICE: 'hello' }, 'BASEDECK_NOTICE must be JSON'],
  [{ BASEDECK_NOTICE: '{"title":"a","text":"b","until":"soon"}' }, 'BASEDECK_NOTICE must be JSON'],
  [{ BASEDECK_LINKS: 'https://example.com' }, 'BASEDECK_LINKS must be JSON'],
  [{ BASEDECK_LINKS: '{"docs": "javascript:secret"}' }, 'BASEDECK_LINKS must be JSON'],
  [{ BASEDECK_LINKS: '{"": "https://example.com"}' }, 'BASEDECK_LINKS must be JSON'],
  [{ BASEDECK_LEAKED_PASSWORDS_URL: 'file:///secret' }, 'BASEDECK_LEAKED_PASSWORDS_URL must be an address'],
  [{ BASEDECK_RELEASES_URL: 'file:///secret' }, 'BASEDECK_RELEASES_URL must be an address'],
  [{ BASEDECK_SMTP_URL: 'mail.example.com:secret' }, 'BASEDECK_SMTP_URL must have the form'],
  [
    { BASEDECK_AI_URL: 'https://me:secret@ai.example.com/v1', BASEDECK_AI_MODEL: 'm' },
    '--ai-url must be an address',
  ],
  [{ BASEDECK_AI_URL: 'ftp://secret', BASEDECK_AI_MODEL: 'm' }, '--ai-url must be an address'],
  [{ BASEDECK_AI_URL: 'https://ai.example.com/v1' }, '--ai-url and --ai-model go together'],
  [{ BASEDECK_AI_MODEL: 'm' }, '--ai-url and --ai-model go together'],
  [{ BASEDECK_CONTROL_DATABASE_URL: 'mysql://secret@x' }, '--control-database-url must have the form'],
])('the environment %j is refused with a sentence that repeats no secret', (env, sentence) => {
  const command = readCommand([], env)
  expect(command).toMatchObject({ type: 'invalid', sentence: expect.stringContaining(sentence) })
  expect(JSON.stringify(command)).not.toContain('secret')
})

test('the AI service: its address and model anywhere, its key from the environment alone', () => {
  const ai = { url: 'https://ai.example.com/v1', model: 'm' }
  expect(readCommand(['--ai-url', ai.url, '--ai-model', 'm'], { BASEDECK_AI_KEY: 'k' })).toMatchObject({
    config: { ai: { ...ai, key: 'k' } },
  })
  expect(readCommand([], { BASEDECK_AI_URL: ai.url, BASEDECK_AI_MODEL: 'm' })).toMatchObject({
    config: { ai },
  })
  // A key alone configures nothing.
  expect(readCommand([], { BASEDECK_AI_KEY: 'k' })).toMatchObject({ config: { ai: undefined } })
  expect(readCommand(['--ai-key', 'k'], {})).toMatchObject({ type: 'invalid' })
})

test('an option wins over the environment, the environment over the default', () => {
  const env = { BASEDECK_PORT: '9001', BASEDECK_ENGINE: 'pglite' }
  expect(readCommand(['--port', '9000'], env)).toMatchObject({
    config: { port: 9000, apiPort: 9001, engine: 'pglite' },
  })
  expect(readCommand(['start'], env)).toMatchObject({ config: { port: 9001 } })
})

test('the port of databases in PGlite is closed unless it is asked for', () => {
  expect(readCommand(['--pg-port', '5433'], {})).toMatchObject({ config: { pgPort: 5433 } })
  expect(readCommand(['--platform', '--engine', 'pglite'], { BASEDECK_PG_PORT: '0' })).toMatchObject({
    config: { pgPort: 0, platform: true },
  })
})

test.each([
  [['--pg-port', 'yes'], '--pg-port must be a number from 0 to 65535, not “yes”'],
  [['--pg-port', '1', '--engine', 'cluster'], '--pg-port is for databases in PGlite'],
  [['--pg-port', '1', '--database-url', 'postgres://a@b/c'], '--pg-port is for databases in PGlite'],
  [['--port', 'abc'], '--port must be a number from 0 to 65535, not “abc”'],
  [['--port', '65536'], '--port must be a number'],
  [['--engine', 'oracle'], '--engine must be auto, cluster or pglite'],
  [['--database-url', 'mysql://x'], '--database-url must have the form'],
  [['--public-url', 'basedeck'], '--public-url must be an address'],
  [['--public-api-url', 'api'], '--public-api-url must be an address'],
  [
    ['--public-url', 'https://a.example', '--public-api-url', 'https://a.example/x'],
    '--public-api-url must differ from --public-url',
  ],
  [['--colour', 'red'], 'There is no option --colour. See basedeck --help.'],
  [['-x'], 'There is no option -x. See basedeck --help.'],
  [['--port'], '--port needs a value; one that begins with a dash is written --port=-value. See'],
  [['--port', '-1'], '--port needs a value; one that begins with a dash is written --port=-value. See'],
  [['--platform=yes'], '--platform takes no value. See basedeck --help.'],
  [['--help=me'], '--help takes no value. See basedeck --help.'],
  [['frobnicate'], 'There is no command frobnicate'],
  [['logs', 'shop'], 'Usage: basedeck logs'],
  [['logs', '--project', ''], 'Usage: basedeck logs'],
  [['logs', '--follow=yes'], '--follow takes no value'],
  [['user', 'delete'], 'Usage: basedeck user list, or basedeck user <'],
  [['user', 'promote', 'ada@example.com'], 'Usage: basedeck user list, or basedeck user <'],
  [['seed'], 'Usage: basedeck seed sample'],
  [['seed', 'sample', 'shop'], 'Usage: basedeck seed sample'],
  [['seed', 'demo', '--project', 'a'], '--project is for basedeck dump'],
  [['dump'], 'Usage: basedeck dump --to <file>'],
  [['dump', 'file'], 'Usage: basedeck dump --to <file>'],
  [['dump', '--from', 'file'], 'Usage: basedeck dump --to <file>'],
  [['dump', '--to', 'file', '--project', ''], 'Usage: basedeck dump --to <file>'],
  [['dump', '--to', 'file', '--project', 'a', '--without-key'], 'Usage: basedeck dump --to <file>'],
  [['restore', '--to', 'file'], 'Usage: basedeck restore --from <file>'],
  [['restore', '--from', 'file', '--without-key'], 'Usage: basedeck restore --from <file>'],
  [['restore', '--from', 's3://backups'], '--from must have the form'],
  [['start', '--to', 'file'], '--to is for basedeck dump and basedeck restore'],
  [['--platform', '--database-url', 'postgresql://me@db/x'], '--database-url is for the single project'],
  [['--allow-outgoing-hosts', 'https://mail.internal'], '--allow-outgoing-hosts must be hosts'],
  [['--runs-per-minute', 'many'], '--runs-per-minute must be a number'],
  [['--internal-url', 'http://10.0.0.5:8787'], '--internal-url needs --control-database-url'],
  [
    ['--control-database-url', 'postgresql://me@db/x', '--internal-url', '10.0.0.5:8787'],
    '--internal-url must be an address',
  ],
  [['--log-days', 'ever'], '--log-days must be a number of days (0: no line is kept), not “ever”'],
  [['--log-bytes', '9MB'], '--log-bytes must be a size of 10MB or more'],
  [['--log-bytes', 'much'], '--log-bytes must be a size of 10MB or more, such as 500MB or 2GB, not “much”'],
  [['--audit-retention-days', 'ever'], '--audit-retention-days must be a number of days'],
])('%j is refused with a sentence', (argv, sentence) => {
  const command = readCommand(argv, {})
  expect(command).toMatchObject({ type: 'invalid', sentence: expect.stringContaining(sentence) })
})

test.each([
  [[], {}, { logDays: 7, logBytes: 1024 ** 3 }],
  [['--log-days', '0', '--log-bytes', '500mb'], {}, { logDays: 0, logBytes: 500 * 1024 ** 2 }],
  [
    [],
    { BASEDECK_LOG_DAYS: '30', BASEDECK_LOG_BYTES: '10485760' },
    { logDays: 30, logBytes: 10 * 1024 ** 2 },
  ],
])('%j with %j keeps lines of logs for %j', (argv, env, config) => {
  expect(readCommand(argv, env)).toMatchObject({ config })
})

test.each([
  [['logs'], { project: null, follows: false }],
  [['logs', '--project', 'shop', '--follow'], { project: 'shop', follows: true }],
])('%j shows lines of logs', (argv, command) => {
  expect(readCommand(argv, {})).toMatchObject({ type: 'logs', ...command })
})

test('the log level is one of a few words', () => {
  expect(readCommand([], { BASEDECK_LOG_LEVEL: 'debug' })).toMatchObject({ config: { logLevel: 'debug' } })
  expect(readCommand([], { BASEDECK_LOG_LEVEL: 'loud' })).toMatchObject({
    type: 'invalid',
    sentence: expect.stringContaining(
      'BASEDECK_LOG_LEVEL must be silent, error, warn, info, debug, not “loud”',
    ),
  })
})

test('the metrics token must be long enough, and is never repeated in the refusal', () => {
  const token = 'a-token-of-32-characters-or-more'
  expect(readCommand([], { BASEDECK_METRICS_TOKEN: token })).toMatchObject({
    config: { metricsToken: token },
  })
  const refused = readCommand([], { BASEDECK_METRICS_TOKEN: 'hunter2' })
  expect(refused).toMatchObject({ type: 'invalid', sentence: expect.stringContaining('16 characters') })
  expect(JSON.stringify(refused)).not.toContain('hunter2')
})

test('a refused database address is not repeated, because it may contain a password', () => {
  const command = readCommand(['--database-url', 'mysql://me:hunter2@host/db'], {})
  expect(JSON.stringify(command)).not.toContain('hunter2')
})

test.each([
  ['127.0.0.1', true],
  ['127.8.0.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.4', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine alone: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('help and version have the usual options', () => {
  expect(readCommand(['--help'], {})).toEqual({ type: 'help' })
  expect(readCommand(['-v'], {})).toEqual({ type: 'version' })
  expect(readCommand(['check', 'a.sql', '--json'], {})).toEqual({ type: 'check', args: ['a.sql', '--json'] })
  for (const word of ['--port', 'BASEDECK_DATA_DIR', '--engine', '--help']) expect(helpText()).toContain(word)
})

describe('the ports of databases', () => {
  const files = { certificate: '', key: '', other: '' }
  let directory: TemporaryDirectory
  afterAll(() => directory.remove())
  beforeAll(async () => {
    directory = await temporaryDirectory()
    const authority = testAuthority()
    const pair = authority.issue('db.example.com')
    for (const [name, text] of [
      ['certificate', pair.certificate],
      ['key', pair.key],
      ['other', authority.issue('other.example.com').key],
    ] as const) {
      files[name] = join(directory.path, `${name}.pem`)
      await writeFile(files[name], text)
    }
  })

  test('are opened to other machines with a certificate only', () => {
    expect(readCommand(['--pg-host', '0.0.0.0'], {})).toMatchObject({
      type: 'invalid',
      sentence: expect.stringContaining('only with --pg-tls-cert and --pg-tls-key'),
    })
    const tls = ['--pg-tls-cert', files.certificate, '--pg-tls-key', files.key]
    expect(readCommand(['--pg-host', '0.0.0.0', ...tls], {})).toMatchObject({
      config: { pgHost: '0.0.0.0', pgTls: { key: expect.stringContaining('PRIVATE KEY') } },
    })
    expect(readCommand([...tls, '--database-url', 'postgres://a@b/c'], {})).toMatchObject({
      sentence: expect.stringContaining('databases that run here'),
    })
  })

  test('need a certificate and the key of it', () => {
    const sentence = (args: string[]) => readCommand(args, {})
    expect(sentence(['--pg-tls-cert', files.certificate])).toMatchObject({
      sentence: expect.stringContaining('give both'),
    })
    expect(sentence(['--pg-tls-cert', files.certificate, '--pg-tls-key', files.other])).toMatchObject({
      sentence: expect.stringMatching(/a certificate and its key: .*mismatch/),
    })
    expect(sentence(['--pg-tls-cert', '/nowhere.pem', '--pg-tls-key', files.key])).toMatchObject({
      sentence: expect.stringContaining('ENOENT'),
    })
  })
})

test.each([
  ['functions', { type: 'functions-list', project: null, format: 'text' }],
  [
    'functions list --project shop --format json',
    { type: 'functions-list', project: 'shop', format: 'json' },
  ],
  ['functions install --data-dir /x', { type: 'functions-install' }],
  ['functions logs hello --follow', { type: 'logs', function: 'hello', follows: true }],
  [
    'functions deploy ./hello --name other --no-verify-jwt',
    { type: 'functions-deploy', folder: './hello', name: 'other', verifyJwt: false },
  ],
  [
    'functions serve ./hello --name other',
    { type: 'functions-serve', folder: './hello', name: 'other', verifyJwt: undefined },
  ],
  ['functions deploy ./hello', { type: 'functions-deploy', name: null, verifyJwt: undefined }],
])('%s', (line, expected) => {
  expect(readCommand(line.split(' '), {})).toMatchObject(expected)
})

test.each([
  'functions serve',
  'functions deploy',
  'functions logs',
  'functions list x',
  'functions list --name x',
  'functions logs hello --format json',
  'functions install --project x',
])('%s is told how functions are asked', (line) => {
  expect(readCommand(line.split(' '), {})).toMatchObject({
    type: 'invalid',
    sentence: expect.stringContaining('Usage: basedeck functions') as string,
  })
})
