/** A start with `--database-url` that can't go on says why in one sentence, with what to do. */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClusterEngine } from '../src/engines/cluster/cluster-engine.js'
import { PostgresEngine } from '../src/engines/server/postgres-engine.js'
import { fileSecrets } from '../src/engines/secrets.js'
import { temporaryDirectory, type TemporaryDirectory } from '../src/engines/testing/temporary-directory.js'
import { testCluster, urlOf } from '../src/engines/testing/test-cluster.js'
import { prepareSql } from '../src/project-database/prepare-sql.js'
import { startFailure } from '../src/app/start-failure.js'
import { isRunning, startProgram, type Ended, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()
const PASSWORD = 'hush'

let directory: TemporaryDirectory
let cluster: ClusterEngine
let server: string
let superuser: { username: string; password: string }
let admin: PostgresEngine
const fakes: Server[] = []
beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  await cluster.open('one')
  const password = (await fileSecrets(`${directory.path}/secrets`).get('one.admin-password')) ?? ''
  superuser = { username: 'basedeck_admin', password }
  server = await urlOf(directory.path, 'one')
  admin = new PostgresEngine({ databaseUrl: at(superuser) })
  await sql(`create role plain login password '${PASSWORD}'; create database plain owner plain`)
  await sql(`create role maker login createrole password '${PASSWORD}'`)
  for (const name of ['first', 'second', 'taken', 'standby']) await sql(`create database ${name} owner maker`)
  await sql('create database closed; alter database standby set default_transaction_read_only = on')
  await sql(`create role veiled login password '${PASSWORD}'`)
  const rules = join(directory.path, 'projects', 'one', 'pg', 'pg_hba.conf')
  const known = await readFile(rules, 'utf8')
  await writeFile(rules, `hostnossl all veiled 127.0.0.1/32 reject\n${known}`)
  await sql('select pg_reload_conf()')
  await inDatabase('taken', 'create schema auth authorization plain')
}, 60_000)
afterAll(async () => {
  for (const fake of fakes) fake.close()
  await admin.close()
  await cluster.close()
  await directory.remove()
})

function at(
  change: Partial<Record<'username' | 'password' | 'pathname' | 'hostname' | 'port' | 'search', string>>,
) {
  return Object.assign(new URL(server), change).href
}

/** Of all roles that are not PostgreSQL's own: name, password and rights. */
async function rolesOfServer(): Promise<string[]> {
  const database = await admin.open('one')
  const query = `select rolname || ' ' || row_to_json(a) from pg_authid a where rolname !~ '^pg_' order by rolname`
  const { results } = await database.run({ runId: 'roles', query })
  return (results[0]?.rows ?? []).map(([line]) => String(line))
}

/** As a superuser, in another database of the server. */
async function inDatabase(name: string, query: string): Promise<void> {
  const other = new PostgresEngine({ databaseUrl: at({ ...superuser, pathname: `/${name}` }) })
  await (await other.open('other')).run({ runId: 'other', query })
  await other.close()
}

async function sql(text: string): Promise<void> {
  const database = await admin.open('one')
  for (const query of text.split('; ')) await database.run({ runId: query, query })
}

async function outcome(url: string, ...more: string[]): Promise<Ended | Program> {
  const options = ['--port', '0', '--api-port', '0', '--data-dir', folder.at(`data-${Math.random()}`)]
  const program = await startProgram([...options, '--database-url', url, ...more])
  if (isRunning(program)) folder.keep(program)
  return program
}

/** What the terminal says of an open that fails. */
async function sentenceOf(databaseUrl: string, prepare: boolean): Promise<string> {
  const engine = new PostgresEngine({ databaseUrl, prepare })
  const said = await engine.open('asked').then(
    () => 'It opened.',
    (error: unknown) => startFailure(error, { dataDir: '/data', freeBytes: undefined }),
  )
  await engine.close()
  expect(said).not.toMatch(/\n|hush/)
  return said
}

async function serve(answer: (socket: Socket) => void): Promise<string> {
  const fake = createServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  }).listen(0, '127.0.0.1')
  fakes.push(fake)
  await once(fake, 'listening')
  return `postgresql://me:${PASSWORD}@127.0.0.1:${(fake.address() as AddressInfo).port}/db`
}

/** An old server: it lets everybody in, and tells its version. */
function oldServer(socket: Socket): void {
  const message = (type: string, ...parts: (string | Buffer)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
    const head = Buffer.alloc(5, type)
    head.writeUInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const ready = message('Z', 'I')
  const signedIn = Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8, 1)), ready])
  const version = '90624'
  const row = Buffer.concat([Buffer.of(0, 1, 0, 0, 0, version.length), Buffer.from(version)])
  const field = Buffer.concat([
    Buffer.of(0, 1),
    Buffer.from('v\0'),
    Buffer.alloc(6),
    Buffer.of(0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0),
  ])
  const answer = Buffer.concat([message('T', field), message('D', row), message('C', 'SHOW\0'), ready])
  socket.on('data', (asked: Buffer) => {
    // An SSLRequest is 8 bytes long; a query begins with its letter.
    if (asked.length === 8) socket.write('N')
    else socket.write(asked[0] === 0 ? signedIn : answer)
  })
}

const plain = () => at({ username: 'plain', password: PASSWORD, pathname: '/plain' })
const maker = (pathname: string) => at({ username: 'maker', password: PASSWORD, pathname })
const PREPARE = ['--prepare']

test.each<[string, () => string | Promise<string>, RegExp]>([
  ['an unknown host', () => at({ hostname: 'nowhere.invalid' }), /unknown host\. Check host and port/],
  ['a port without a server', () => at({ port: '1' }), /connection refused\. Check host and port/],
  ['a wrong password', () => at({ password: 'hush-wrong' }), /Check the user and the password/],
  ['no password', () => at({ password: '' }), /needs a password\. Add it to the URL/],
  ['an unknown user', () => at({ username: 'nobody' }), /Check the user and the password/],
  ['an unknown database', () => at({ pathname: '/nowhere' }), /Create that database, or name another/],
  ['TLS that the server lacks', () => at({ search: '?sslmode=require' }), /choose prefer or disable/],
  [
    'TLS that the server demands',
    () => at({ username: 'veiled', password: PASSWORD, search: '?sslmode=disable' }),
    /Leave sslmode out/,
  ],
  ['a version that is too old', () => serve(oldServer), /is version 9\.6\.24; version 14 or later/],
  [
    'a server that hangs up',
    () => serve((one) => void one.once('data', () => one.destroy())),
    /connection reset\. Check host and port|refused the connection/,
  ],
  [
    'another service',
    () => serve((one) => void one.once('data', () => one.end('HTTP/1.1 400 Bad\r\n\r\n'))),
    /is not PostgreSQL/,
  ],
  ['a server that hangs', () => serve(() => {}), /no answer in time\. Check host and port/],
])('%s is one sentence for the terminal, with what to do', async (_, url, sentence) => {
  expect(await sentenceOf(await url(), false)).toMatch(sentence)
})

test.each([
  ['no right to make schemas', 'closed', 'As its owner run: grant create on database closed to maker.'],
  ['schemas of somebody else', 'taken', 'whose user owns these schemas'],
  ['a database that is read-only', 'standby', 'give the URL of the primary, or start without --prepare'],
])(
  'what keeps a database from being prepared is one sentence, with what to do: %s',
  async (_, name, sentence) => {
    expect(await sentenceOf(maker(`/${name}`), true)).toContain(sentence)
  },
)

test('roles that can’t be made are named, with what to do', async () => {
  await sql('alter role anon rename to anon_away')
  try {
    expect(await sentenceOf(plain(), true)).toContain('As a superuser run: alter role plain createrole;')
  } finally {
    await sql('alter role anon_away rename to anon')
  }
})

test.each<[string, () => string, string[], number, RegExp]>([
  ['no URL', () => 'nonsense', [], 64, /must have the form postgresql:/],
  ['a database that does not exist', () => at({ pathname: '/nowhere' }), [], 1, /Create that database/],
  ['no password', () => at({ password: '' }), [], 1, /needs a password/],
  ['a database that can’t be prepared', () => maker('/closed'), PREPARE, 1, /grant create on database/],
])('the program ends at once, without a stack: %s', async (_, url, more, code, sentence) => {
  const ended = await outcome(url(), ...more)
  expect(ended).toMatchObject({ code, output: expect.stringMatching(sentence) })
  expect(ended.output).not.toMatch(/\n\s+at |"stack"|hush/)
  expect(
    String(ended.output)
      .split('\n')
      .filter((line) => line.startsWith('basedeck:')),
  ).toHaveLength(1)
})

test('a second database of a server is prepared, and the roles that are there stay as they are', async () => {
  expect(isRunning(await outcome(maker('/first'), ...PREPARE))).toBe(true)
  const before = await rolesOfServer()
  // A second installation: its logins have names of their own.
  expect(isRunning(await outcome(maker('/second'), ...PREPARE))).toBe(true)
  const after = await rolesOfServer()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0])).toEqual([
    expect.stringMatching(/^basedeck_reader_default_[\da-f]{8}$/),
    expect.stringMatching(/^basedeck_reader_default_[\da-f]{8}_acting$/),
    expect.stringMatching(/^basedeck_service_default_[\da-f]{8}$/),
  ])
})

test('the SQL that prepares a database alters no login of another installation', async () => {
  const reader = { role: 'basedeck_reader_default', password: 'of another one' }
  const other = new PostgresEngine({ databaseUrl: maker('/second') })
  const database = await other.open('other')
  const before = await rolesOfServer()
  await expect(database.run({ runId: 'prepare', query: prepareSql({ reader }) })).rejects.toMatchObject({
    report: { code: '42710', message: expect.stringContaining('the login of another Basedeck') },
  })
  await other.close()
  expect(await rolesOfServer()).toEqual(before)
})

test('who may not make roles prepares with those of the server, once they are granted', async () => {
  const refused = await outcome(plain(), ...PREPARE)
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('grant anon, authenticated, service_role to plain'),
  })
  await sql('grant anon, authenticated, service_role to plain')
  const before = await rolesOfServer()
  expect(isRunning(await outcome(plain(), ...PREPARE))).toBe(true)
  expect(await rolesOfServer()).toEqual(before)
})
