/** Backups as docs/hosting.md describes them: made by the program while it runs, and checked by restoring them. */
import {
  createBucket,
  createClient,
  createProject,
  createSnippet,
  downloadObject,
  emptyBucket,
  getProject,
  getRuntimeConfig,
  getTemporaryKey,
  listApiKeys,
  listInstallationAudit,
  listSnippets,
  newId,
  pauseProject,
  queryTyped,
  resumeProject,
  setUp,
  signIn,
  type Client,
} from '@basedeck/platform-client'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Ended, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { createBrowser } from './test-api.js'

/** Milliseconds: several starts of whole platforms. */
const LONG = 180_000
const person = { email: 'ada@example.com', password: 'correct horse battery' }

const folder = programFolder()

async function start(name: string, engine: string, ...more: string[]): Promise<Program> {
  const ports = ['--port', '0', '--api-port', '0']
  const args = [...ports, '--data-dir', folder.at(name), '--engine', engine, ...more]
  const program = await startProgram(args, /projects +ready|database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  return program
}

async function command(...args: string[]): Promise<Ended> {
  const ended = await startProgram(args, /^never$/)
  if (isRunning(ended)) throw new Error('It did not end.')
  return ended
}

function browserAt({ url }: Program): Client {
  const send = (path: string, init: RequestInit) => {
    const { pathname, search } = new URL(path)
    return fetch(new URL(pathname + search, url), init)
  }
  return createBrowser(send).client
}

/** The first account of a new installation, signed in. */
async function firstAccount(program: Program): Promise<Client> {
  const client = browserAt(program)
  const setup_code = /set-up\?code=([\w-]+)/.exec(program.output())?.[1] ?? ''
  const names = { first_name: 'Ada', organization_name: 'Acme' }
  await client.call(setUp, { body: { setup_code, ...person, ...names } })
  return client
}

async function signedIn(program: Program): Promise<Client> {
  const client = browserAt(program)
  await client.call(signIn, { body: person })
  return client
}

async function newProject(client: Client, name: string): Promise<string> {
  const { ref } = await client.call(createProject, { body: { name, organization_slug: 'acme' } })
  await sql(client, ref, 'select 1')
  return ref
}

async function sql(client: Client, ref: string, query: string) {
  const { results } = await client.call(queryTyped, { params: { ref }, body: { query, runId: newId() } })
  return results.at(-1)?.rows ?? []
}

async function until(client: Client, ref: string, status: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await client.call(getProject, { params: { ref } })).toMatchObject({ status }),
    { timeout: LONG },
  )
}

/** Through the project's own API, as the dashboard does. */
async function upload(client: Client, ref: string, content: string): Promise<void> {
  await client.call(createBucket, { params: { ref }, body: { id: 'files' } })
  const { api_key } = await client.call(getTemporaryKey, { params: { ref } })
  const { projectApiUrl } = await client.call(getRuntimeConfig, {})
  const answer = await fetch(`${projectApiUrl}/${ref}/storage/v1/object/files/a/b`, {
    method: 'POST',
    headers: { apikey: api_key, 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  expect(answer.status).toBe(200)
}

/** Adds numbered rows one after the other, until it is ended. */
function writing(client: Client, ref: string) {
  let last = 0
  const ended = new AbortController()
  const work = (async () => {
    while (!ended.signal.aborted) {
      await sql(client, ref, `insert into numbers values (${last + 1}, repeat('x', 2000))`)
      last++
    }
  })()
  return {
    last: () => last,
    end: () => {
      ended.abort()
      return work
    },
  }
}

const ORDERS = `create table orders as select n as id, md5(n::text) as code from generate_series(1, 5000) n;
  create unique index on orders (code);
  create table numbers (n int primary key, filling text);`

/** Starting programs is slow, so only `npm run test:full` tests everything on both engines. */
const isWhole = process.env['BASEDECK_WHOLE_MATRIX'] === '1'

describe.each(isWhole ? ['cluster', 'pglite'] : ['cluster'])('%s, whole', (engine) => {
  test(
    'an installation is dumped while it is written to, and restored with its accounts, rows, keys and snippets',
    async () => {
      const program = await start('data', engine, '--platform')
      const client = await firstAccount(program)
      const [busy, resting] = [await newProject(client, 'Busy'), await newProject(client, 'Resting')]
      await sql(client, busy, ORDERS)
      await sql(client, resting, `create table kept as select 'yes' as answer`)
      await client.call(pauseProject, { params: { ref: resting } })
      await until(client, resting, 'INACTIVE')
      const keysOf = (one: Client) =>
        one.call(listApiKeys, { params: { ref: busy }, query: { reveal: true } })
      const keys = await keysOf(client)
      const snippet = { name: 'Best sellers', content: { sql: 'select code from orders' } }
      await client.call(createSnippet, { params: { ref: busy }, body: snippet })

      await upload(client, busy, 'the content of a file')

      const writer = writing(client, busy)
      await vi.waitFor(() => expect(writer.last()).toBeGreaterThan(4), { timeout: LONG })
      const before = writer.last()
      const dumped = await command('dump', '--data-dir', folder.at('data'), '--to', folder.at('dump.tar.gz'))
      expect(dumped).toMatchObject({ code: 0, output: expect.stringContaining('2 project databases') })
      await writer.end()
      const after = writer.last()
      expect(after).toBeGreaterThan(before)
      const { entries } = await client.call(listInstallationAudit, { query: { search: 'installation.dump' } })
      expect(entries).toHaveLength(1)
      await sql(client, busy, 'drop table orders')
      await client.call(emptyBucket, { params: { ref: busy, bucket: 'files' } })
      expect(await program.end('SIGTERM')).toBe(0)

      expect(
        await command('restore', '--from', folder.at('dump.tar.gz'), '--data-dir', folder.at('new')),
      ).toMatchObject({
        code: 0,
        output: expect.stringContaining('is restored as of'),
      })
      const restored = await start('new', engine, '--platform')
      const again = await signedIn(restored)
      const file = { params: { ref: busy, bucket: 'files' }, query: { path: 'a/b' } }
      expect(await again.call(downloadObject, file)).toBe('the content of a file')
      const [[count, last] = []] = await sql(again, busy, 'select count(*), max(n) from numbers')
      // The dump contains everything acknowledged before it began, and no later change without the earlier ones.
      expect(count).toBe(last)
      expect(Number(last)).toBeGreaterThanOrEqual(before)
      expect(Number(last)).toBeLessThanOrEqual(after)
      expect(await sql(again, busy, `select id from orders where code = md5('4711')`)).toEqual([['4711']])
      expect(await keysOf(again)).toEqual(keys)
      const { data } = await again.call(listSnippets, { params: { ref: busy } })
      expect(data).toMatchObject([{ name: 'Best sellers', content: { sql: 'select code from orders' } }])
      expect((await again.call(getProject, { params: { ref: resting } })).status).toBe('INACTIVE')
      await again.call(resumeProject, { params: { ref: resting } })
      await until(again, resting, 'ACTIVE_HEALTHY')
      expect(await sql(again, resting, 'select answer from kept')).toEqual([['yes']])
      // It is an installation like any other: it takes changes, and stops and starts.
      await sql(again, busy, 'create table later as select 1 as a')
      expect(await restored.end('SIGTERM')).toBe(0)
      const third = await signedIn(await start('new', engine, '--platform'))
      expect(await sql(third, busy, 'select a from later')).toEqual([['1']])
    },
    LONG,
  )
})

describe.each(isWhole ? ['cluster', 'pglite'] : [])('%s, one project', (engine) => {
  test(
    'one database is restored in place, and into another project, while the platform runs',
    async () => {
      const program = await start('data', engine, '--platform')
      const client = await firstAccount(program)
      const [shop, copy] = [await newProject(client, 'Shop'), await newProject(client, 'Copy')]
      await sql(client, shop, ORDERS)
      const dump = () =>
        command('dump', '--data-dir', folder.at('data'), '--to', folder.at('shop.dump'), '--project', shop)
      expect(await dump()).toMatchObject({ code: 0 })
      expect(await dump()).toMatchObject({ code: 1, output: expect.stringContaining('already exists') })
      await sql(client, shop, 'drop table orders; create table mistake ()')
      const restore = (ref: string) =>
        command(
          'restore',
          '--data-dir',
          folder.at('data'),
          '--from',
          folder.at('shop.dump'),
          '--project',
          ref,
        )
      const portOf = async (ref: string) =>
        engine === 'cluster' ? (await sql(client, ref, `select current_setting('port')`))[0]?.[0] : undefined
      for (const ref of [shop, copy]) {
        const port = await portOf(ref)
        expect(await restore(ref)).toMatchObject({ code: 0, output: expect.stringContaining('replaced') })
        expect(await sql(client, ref, `select count(*), to_regclass('mistake') from orders`)).toEqual([
          ['5000', null],
        ])
        // The database keeps its address.
        expect(await portOf(ref)).toBe(port)
      }
      expect(await readdir(join(folder.at('data'), 'replaced'))).toHaveLength(2)
      expect(await readdir(join(folder.at('data'), 'restoring'))).toEqual([])
      const { entries } = await client.call(listInstallationAudit, { query: { search: 'project.restore' } })
      expect(entries.map(({ project_ref }) => project_ref)).toEqual([copy, shop])
      // Also while it does not run.
      expect(await program.end('SIGTERM')).toBe(0)
      expect(await restore(copy)).toMatchObject({ code: 0 })
      const again = await signedIn(await start('data', engine, '--platform'))
      expect(await sql(again, copy, 'select count(*) from orders')).toEqual([['5000']])
    },
    LONG,
  )
})

test(
  'what does not fit is refused before anything is changed',
  async () => {
    const program = await start('data', 'pglite')
    const client = createClient({ baseUrl: program.url })
    await sql(client, 'default', ORDERS)
    expect(await program.end('SIGKILL')).toBeNull()
    const dump = (file: string, ...more: string[]) =>
      command('dump', '--data-dir', folder.at('data'), '--to', folder.at(file), ...more)
    const restore = (file: string, ...more: string[]) =>
      command('restore', '--from', folder.at(file), '--data-dir', folder.at('new'), ...more)
    // Of what a killed program left, too.
    expect(await dump('whole')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The secret key is included'),
    })
    expect((await stat(folder.at('whole'))).mode & 0o777).toBe(0o600)
    expect(await dump('one', '--project', 'default')).toMatchObject({ code: 0 })
    expect(await dump('none', '--project', 'nothing')).toMatchObject({ code: 1 })
    expect(await dump('keyless', '--without-key')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The secret key is not included'),
    })
    const bytes = await readFile(folder.at('whole'))
    await writeFile(folder.at('short'), bytes.subarray(0, bytes.length - 100))
    const changed = Buffer.from(bytes)
    // Every bit pattern is changed: gzip writes a long run of zeros as 0xff, so filling with 0xff could change nothing.
    const middle = bytes.length >> 1
    for (let at = middle; at < middle + 64; at++) changed[at] = (bytes[at] ?? 0) ^ 0x5a
    await writeFile(folder.at('changed'), changed)
    await writeFile(folder.at('other'), 'no dump at all')
    for (const file of ['short', 'changed', 'other'])
      expect([file, await restore(file)]).toMatchObject([
        file,
        { code: 1, output: expect.stringContaining('is damaged or not a dump of Basedeck') },
      ])
    expect(await restore('one')).toMatchObject({
      code: 1,
      output: expect.stringContaining('contains one database'),
    })
    expect(await restore('missing')).toMatchObject({ code: 1, output: expect.stringContaining('ENOENT') })
    expect(await readdir(folder.path)).not.toContain('new')
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([])
    const intoUsed = await command('restore', '--from', folder.at('whole'), '--data-dir', folder.at('data'))
    expect(intoUsed).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
    const unknown = await command(
      'restore',
      '--from',
      folder.at('one'),
      '--data-dir',
      folder.at('data'),
      '--project',
      'x',
    )
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('There is no project x') })

    // Without its key the installation refuses to start; with it, everything is restored.
    expect(await restore('keyless')).toMatchObject({
      code: 0,
      output: expect.stringContaining('put secret.key into'),
    })
    const lost = await startProgram(['--data-dir', folder.at('new'), '--engine', 'pglite', '--port', '0'])
    expect(lost).toMatchObject({
      code: 1,
      output: expect.stringContaining('secret key of this installation is lost'),
    })
    await rename(join(folder.at('data'), 'secret.key'), join(folder.at('new'), 'secret.key'))
    const restored = createClient({ baseUrl: (await start('new', 'pglite')).url })
    expect(await sql(restored, 'default', 'select count(*) from orders')).toEqual([['5000']])
  },
  LONG,
)
