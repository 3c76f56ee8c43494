/** Programs that connect to a database in PGlite: as users of node-postgres, of psql, and as nothing good. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import pg from 'pg'
import { serialize } from 'pg-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fileSecrets } from '../../secrets.js'
import { testAuthority } from '../../testing/certificates.js'
import { OTHER_MACHINE, otherMachine } from '../../testing/other-machine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../../testing/temporary-directory.js'
import { PgliteEngine } from '../pglite-engine.js'
import type { PgliteDatabase } from '../pglite-database.js'
import { ClientPort } from './client-port.js'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const PASSWORD = 'p@:/?#% ü 😀'

let directory: TemporaryDirectory
let engine: PgliteEngine
let database: PgliteDatabase
let port: ClientPort
const errors: unknown[] = []

beforeAll(async () => {
  directory = await temporaryDirectory()
  engine = new PgliteEngine({ dataDir: directory.path, secrets: fileSecrets(`${directory.path}/secrets`) })
  database = await engine.open('default', { ownerPassword: PASSWORD })
  port = await ClientPort.listen({
    port: 0,
    ownRef: 'default',
    passwordOf: (ref) => (ref === 'default' ? engine.passwordOf(ref) : Promise.resolve(undefined)),
    open: (ref) => engine.open(ref),
    onError: (error) => errors.push(error),
  })
})
afterAll(async () => {
  await port.close()
  await engine.close()
  await directory.remove()
})
afterEach(() => {
  if (errors.length > 0) throw new AggregateError(errors.splice(0), 'a client met an error')
})

async function client(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const made = new pg.Client({
    host: '127.0.0.1',
    port: port.port,
    user: 'postgres',
    database: 'postgres',
    password: PASSWORD,
    ...config,
  })
  made.on('error', () => {})
  await made.connect()
  onTestFinished(() => made.end().catch(() => {}))
  return made
}

let runs = 0
async function dashboard(query: string): Promise<string | null | undefined> {
  const { results } = await database.run({ runId: `ask-${++runs}`, query })
  return results.at(-1)?.rows[0]?.[0]
}

describe('of other machines', () => {
  const authority = testAuthority()
  let open: ClientPort
  beforeAll(async () => {
    open = await ClientPort.listen({
      host: OTHER_MACHINE,
      port: 0,
      tls: authority.issue('db.example.com'),
      ownRef: 'default',
      passwordOf: (ref) => engine.passwordOf(ref),
      open: (ref) => engine.open(ref),
      onError: (error) => errors.push(error),
    })
  })
  afterAll(() => open.close())
  const other = (ssl: pg.ClientConfig['ssl']) =>
    otherMachine({ port: open.port, password: PASSWORD, ...(ssl === undefined ? {} : { ssl }) })

  test('an encrypted connection is let in, with answers of many packets', async () => {
    const one = other({ ca: authority.certificate, servername: 'db.example.com' })
    await one.connect()
    const { rows } = await one.query("select repeat('x', 3000000) as long, session_user")
    expect(rows[0]).toMatchObject({ session_user: 'postgres', long: 'x'.repeat(3_000_000) })
    await one.end()
  })

  test('one that is not encrypted is refused before its password is asked for', async () => {
    await expect(other(undefined).connect()).rejects.toThrow('sslmode=require')
  })

  test('bytes before the encryption are refused', async () => {
    const socket = connect({ port: open.port, host: OTHER_MACHINE })
    onTestFinished(() => void socket.destroy())
    // SSLRequest, and the beginning of another packet in the same breath.
    socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47, 0, 0, 0, 9]))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('bytes came before the connection was encrypted')
  })
})

describe('signing in', () => {
  test('the password of the project is enough, and the session is the owner’s', async () => {
    const one = await client()
    const { rows } = await one.query('select session_user, current_user, $1::int + 1 as sum', [41])
    expect(rows).toEqual([{ session_user: 'postgres', current_user: 'postgres', sum: 42 }])
    await expect(one.query('set session authorization basedeck_admin')).rejects.toThrow('permission denied')
    await expect(one.query(`select pg_read_file('/etc/passwd')`)).rejects.toThrow('permission denied')
  })

  test('the user may name the project', async () => {
    const one = await client({ user: 'postgres.default' })
    expect((await one.query('select 1 as a')).rows).toEqual([{ a: 1 }])
  })

  test.each([
    ['another password', { password: 'wrong' }, '28P01'],
    ['an empty one', { password: '' }, undefined],
    ['another user', { user: 'basedeck_admin' }, '28P01'],
    ['another project', { user: 'postgres.other' }, '28P01'],
    ['another database', { database: 'other' }, '3D000'],
  ])('%s is refused, and nothing reaches the database', async (_name, config, code) => {
    const opened = vi.spyOn(engine, 'open')
    onTestFinished(() => opened.mockRestore())
    await expect(client(config)).rejects.toMatchObject(code === undefined ? {} : { code })
    expect(opened).not.toHaveBeenCalled()
  })

  test('a new password counts at once', async () => {
    await database.ownerLogin?.setPassword?.('another one, 2')
    await expect(client()).rejects.toMatchObject({ code: '28P01' })
    await (await client({ password: 'another one, 2' })).end()
    await database.ownerLogin?.tryAt({ host: '127.0.0.1', port: port.port, user: 'postgres.default' })
    await database.ownerLogin?.setPassword?.(PASSWORD)
  })
})

describe('one connection at a time', () => {
  test('a second one is refused with a sentence, and let in after the first', async () => {
    const first = await client()
    await expect(client()).rejects.toMatchObject({
      code: '53300',
      message: expect.stringContaining('one connection'),
    })
    expect((await first.query('select 1 as a')).rows).toEqual([{ a: 1 }])
    await first.end()
    expect((await (await client()).query('select 2 as a')).rows).toEqual([{ a: 2 }])
  })
})

describe('beside the dashboard', () => {
  test('a query of the dashboard runs between two of the client, and neither sees the other’s session', async () => {
    const one = await client()
    await one.query(`set search_path to pg_catalog; set app.member to 'ada'; set work_mem to '7MB'`)
    await one.query({ name: 'named', text: 'select $1::text as t', values: ['a'] })
    await one.query('prepare by_sql as select 5 as five')
    await one.query('listen news')
    expect(await dashboard('show search_path')).toBe('"$user", public')
    expect(await dashboard(`select current_setting('app.member', true)`)).not.toBe('ada')
    expect(await dashboard('select count(*) from pg_prepared_statements')).toBe('0')
    expect(await dashboard('select count(*) from pg_listening_channels()')).toBe('0')
    expect((await one.query('show search_path')).rows).toEqual([{ search_path: 'pg_catalog' }])
    expect((await one.query('show work_mem')).rows).toEqual([{ work_mem: '7MB' }])
    expect((await one.query('show app.member')).rows).toEqual([{ 'app.member': 'ada' }])
    expect((await one.query({ name: 'named', text: 'select $1::text as t', values: ['b'] })).rows).toEqual([
      { t: 'b' },
    ])
    expect((await one.query('execute by_sql')).rows).toEqual([{ five: 5 }])
    expect((await one.query('select pg_listening_channels() as c')).rows).toEqual([{ c: 'news' }])
  })

  test('what a client sends while its session is put aside is answered, and it can leave', async () => {
    for (let round = 0; round < 25; round++) {
      const one = await client()
      // It waits for the session at the moment when the client sends.
      const [asked, answered] = await Promise.all([dashboard('select 1'), one.query('select 2 as two')])
      expect([asked, answered.rows]).toEqual(['1', [{ two: 2 }]])
      await one.end()
    }
  })

  test('a query of the dashboard waits for the client’s transaction', async () => {
    const one = await client()
    await one.query('create table if not exists waited (a int)')
    await one.query('begin')
    await one.query('insert into waited values (1)')
    const asked = dashboard('select count(*) from waited')
    await one.query('insert into waited values (2)')
    await one.query('commit')
    expect(await asked).toBe('2')
  })

  test('a client that is killed in a transaction is rolled back, and leaves nothing', async () => {
    const one = await client()
    await one.query(
      "create table if not exists killed (a int); create temp table left_over (a int); set work_mem to '9MB'",
    )
    await one.query('begin')
    await one.query('insert into killed values (1)')
    streamOf(one).destroy()
    expect(await dashboard('select count(*) from killed')).toBe('0')
    expect(await dashboard(`select to_regclass('left_over')`)).toBeNull()
    expect(await dashboard('show work_mem')).not.toBe('9MB')
  })

  test.each([
    [
      'within a COPY',
      [serialize.query('copy unfinished from stdin'), serialize.copyData(Buffer.from('1\n'))],
    ],
    ['before its Sync', [serialize.parse({ text: 'insert into unfinished values (1)' }), serialize.flush()]],
  ])('a client that is killed %s leaves the database to others', async (_name, messages) => {
    const one = await client()
    await one.query('create table if not exists unfinished (a int)')
    const answered = once(streamOf(one), 'data')
    streamOf(one).write(Buffer.concat(messages))
    await answered
    streamOf(one).destroy()
    expect(await dashboard('select count(*) from unfinished')).toBe('0')
    expect(await (await client()).query('select 1')).toMatchObject({ rowCount: 1 })
  })

  test.each([
    ['a transaction', 'begin', '25P03'],
    ['a temporary table', 'create temp table kept (a int)', '57P05'],
    ['a lock', 'select pg_advisory_lock(1)', '57P05'],
  ])('%s that is left open ends the connection, when others wait', async (_name, query, code) => {
    database.client.idleLimitMs = 100
    onTestFinished(() => void (database.client.idleLimitMs = 60_000))
    const one = await client()
    const ended = once(one, 'error')
    await one.query(query)
    expect(await dashboard('select 1')).toBe('1')
    expect(await ended).toMatchObject([{ code }])
  })

  test('a statement of the client is listed, and can be stopped', async () => {
    const one = await client()
    const ended = one.query('select pg_sleep(1000)').then(
      () => undefined,
      (error: unknown) => error,
    )
    const [run] = await vi.waitFor(async () => {
      const running = await database.running()
      expect(running).toMatchObject([{ query: 'select pg_sleep(1000)' }])
      return running
    })
    expect(await database.cancelRunning(run?.id ?? '')).toBe(true)
    expect(await ended).toMatchObject({ code: '57014' })
    expect(await dashboard('select 1')).toBe('1')
  })
})

describe('what drivers do', () => {
  test('an error within a transaction, and what comes after it', async () => {
    const one = await client()
    await one.query('begin')
    await expect(one.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
    await expect(one.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await one.query('rollback')
    expect((await one.query('select 1 as a')).rows).toEqual([{ a: 1 }])
  })

  test('many queries, large answers and large parameters', async () => {
    const one = await client()
    for (let n = 0; n < 50; n++) expect((await one.query('select $1::int as n', [n])).rows).toEqual([{ n }])
    const { rows } = await one.query(`select repeat('x', 1000) as t from generate_series(1, 20000)`)
    expect(rows).toHaveLength(20_000)
    const large = 'y'.repeat(5_000_000)
    expect((await one.query('select length($1) as n', [large])).rows).toEqual([{ n: 5_000_000 }])
  })
})

const run = promisify(execFile)
function psql(...args: string[]) {
  return run('psql', ['-X', '-At', '-h', '127.0.0.1', '-p', String(port.port), '-U', 'postgres', ...args], {
    env: { ...process.env, PGPASSWORD: PASSWORD, PGSSLMODE: 'prefer' },
  })
}

describe('psql', () => {
  test('connects, describes tables, and copies in and out', async () => {
    const { stdout } = await psql(
      '-c',
      'drop table if exists copied; create table copied (a int primary key, b text)',
      '-c',
      `\\copy copied from program 'printf "1\\tone\\n2\\ttwo\\n"'`,
      '-c',
      '\\copy copied to stdout',
      '-c',
      '\\d copied',
    )
    expect(stdout).toContain('COPY 2\n1\tone\n2\ttwo\n')
    expect(stdout).toContain('a|integer||not null|')
  })

  test('a COPY with a bad line fails, and the session goes on', async () => {
    const answer = await psql('-c', `\\copy copied from program 'echo bad'`, '-c', 'select 7')
    expect(answer).toMatchObject({ stdout: '7\n', stderr: expect.stringContaining('invalid input syntax') })
    expect(await dashboard('select count(*) from copied')).toBe('2')
  })
})

describe('nonsense', () => {
  async function answerTo(bytes: Buffer): Promise<string> {
    const socket = connect(port.port, '127.0.0.1')
    socket.on('error', () => {})
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.end(bytes)
    await once(socket, 'close')
    return Buffer.concat(chunks).toString('latin1')
  }
  const packet = (...numbers: number[]): Buffer => {
    const bytes = Buffer.alloc(numbers.length * 4)
    numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4))
    return bytes
  }

  test.each<[string, Buffer, string]>([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), '08P01'],
    ['a giant length', packet(0x7fffffff, 196608), '08P01'],
    ['a length of zero', packet(0, 0), '08P01'],
    ['another protocol', packet(8, 131072), '08P01'],
    ['parameters without an end', Buffer.concat([packet(12, 196608), Buffer.from('user')]), '08P01'],
    [
      'a query before the sign-in',
      Buffer.concat([packet(9, 196608), Buffer.from([0, 0x51, 0, 0, 0, 5, 0])]),
      '08P01',
    ],
    ['questions without end', Buffer.concat(Array.from({ length: 9 }, () => packet(8, 80877103))), '08P01'],
    ['nothing', Buffer.alloc(0), ''],
    [
      'random bytes',
      Buffer.from([0, 0, 0, 20, ...Array.from({ length: 16 }, (_, n) => (n * 37) % 256)]),
      '08P01',
    ],
    ['a cancel of another’s', packet(16, 80877102, 1, 2), ''],
  ])('%s is refused, and the next one is served', async (_name, bytes, code) => {
    expect(await answerTo(bytes)).toContain(code)
    await (await client()).end()
  })

  test('a message of an unknown type ends the connection of a signed-in client, and its transaction', async () => {
    const one = await client()
    const ended = once(one, 'error')
    await one.query('begin')
    streamOf(one).write(Buffer.from([1, 0, 0, 0, 4]))
    expect(await ended).toMatchObject([{ code: '08P01' }])
    expect(await dashboard('select 1')).toBe('1')
  })

  test('a message that is too long is refused before it is read', async () => {
    const one = await client()
    const ended = once(one, 'error')
    streamOf(one).write(Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff]))
    expect(await ended).toMatchObject([{ code: '54000' }])
  })
})

/** The connection of a client of node-postgres. */
function streamOf(one: pg.Client): Socket {
  return (one as unknown as { connection: { stream: Socket } }).connection.stream
}
