/** Start, stop and refusal of the program itself. */
import { createClient, newId, pauseProject, queryTyped } from '@basedeck/platform-client'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()

const options = (engine: string, ...more: string[]) => [
  '--port',
  '0',
  '--api-port',
  '0',
  '--data-dir',
  folder.at('data'),
  '--engine',
  engine,
  ...more,
]

async function start(args: string[], until?: RegExp): Promise<Program> {
  const program = await startProgram(args, until)
  if (!isRunning(program)) throw new Error(`It ended with ${program.code}: ${program.output}`)
  folder.keep(program)
  return program
}

async function run({ url }: Program, query: string) {
  const answer = await createClient({ baseUrl: url }).call(queryTyped, {
    params: { ref: 'default' },
    body: { query, runId: newId() },
  })
  return answer.results.at(-1)?.rows
}

/** Processes whose command line or working directory contains the folder. */
function processesIn(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(path) ? [`${pid} ${command}`] : []
      } catch {
        // It ended while we looked.
        return []
      }
    })
}

test.each(['cluster', 'pglite'])(
  '%s: the page comes first, a query waits for the database; kill -9 loses no committed row, signals end it cleanly',
  async (engine) => {
    const program = await start(options(engine), /project API/)
    const project = await fetch(`${program.url}/platform/projects/default`)
    expect([project.status, await project.json()]).toMatchObject([
      200,
      { status: expect.stringMatching(/^(COMING_UP|ACTIVE_HEALTHY)$/) },
    ])
    await run(program, 'create table t (a int8 primary key)')
    await vi.waitFor(() => expect(program.output()).toContain('database'))
    expect(program.output().indexOf('Basedeck is at')).toBeLessThan(program.output().indexOf('database'))
    for (let row = 1; row <= 20; row++) await run(program, `insert into t values (${row})`)
    await program.end('SIGKILL')

    const again = await start(options(engine))
    expect(await run(again, 'select count(*) from t')).toEqual([['20']])
    expect(await again.end('SIGTERM')).toBe(0)
    expect(processesIn(folder.path)).toEqual([])

    const last = await start(options(engine))
    expect(await run(last, 'select count(*) from t')).toEqual([['20']])
    expect(await last.end('SIGINT')).toBe(0)
    expect(processesIn(folder.path)).toEqual([])
  },
)

test('a paused project has no server after a start', async () => {
  const program = await start(options('cluster'))
  await createClient({ baseUrl: program.url }).call(pauseProject, { params: { ref: 'default' } })
  const servers = () => processesIn(folder.at('data', 'projects'))
  await vi.waitFor(() => expect(servers()).toEqual([]), { timeout: 20_000 })
  await program.end('SIGTERM')
  await start(options('cluster'))
  expect(servers()).toEqual([])
})

test('a killed PostgreSQL is logged with its project, and restarted', async () => {
  const program = await start(options('cluster'))
  await run(program, 'create table kept as select 42 as v')
  for (const [files, sentence] of [
    ['projects/default/pg', '"project":"default","signal":"SIGKILL"'],
    ['control/pg', 'PostgreSQL of the control plane stopped unexpectedly (killed by SIGKILL)'],
  ] as const) {
    const [pid] = readFileSync(join(folder.at('data'), files, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await vi.waitFor(() => expect(program.output()).toContain(sentence), { timeout: 20_000 })
  }
  expect(program.output()).toContain('is started again in a few seconds, or by the next call')
  await vi.waitFor(async () => expect(await run(program, 'select v from kept')).toEqual([['42']]), {
    timeout: 20_000,
  })
  await program.end('SIGTERM')
  expect(program.output().match(/stopped unexpectedly/g)).toHaveLength(2)
})

test('a second process on the same data directory is refused with the pid of the first', async () => {
  const first = await start(options('pglite'))
  const second = await startProgram(options('pglite'))
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining(String(first.pid)) })
  expect(await run(first, 'select 1')).toEqual([['1']])
})

test('a port in use is reported, with what to do', async () => {
  const { server, port } = await occupy()
  const ended = await startProgram([
    '--port',
    String(port),
    '--data-dir',
    folder.at('data'),
    '--engine',
    'pglite',
  ])
  server.close()
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${port} is in use`) })
})

test('the second port moves when it is taken, unless it was asked for', async () => {
  const { server, port } = await occupy()
  const asked = await startProgram([...options('pglite'), '--api-port', String(port)])
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('--api-port') })
  server.close()
})

test('a data directory that is a file is reported', async () => {
  const file = folder.at('file')
  await writeFile(file, 'keep me')
  const ended = await startProgram(['--data-dir', file])
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('is a file') })
  expect(await readFile(file, 'utf8')).toBe('keep me')
})

test('a data directory that can’t be made is reported', async () => {
  const file = folder.at('file')
  await writeFile(file, 'keep me')
  const ended = await startProgram(['--data-dir', join(file, 'inside')])
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('can’t be made') })
  const nowhere = await startProgram(['--data-dir', '/proc/basedeck'])
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('can’t be made') })
})

test('a data directory of a newer version is refused and left alone', async () => {
  const dir = folder.at('newer')
  await mkdir(dir)
  const text = '{"format":99,"createdAt":"2030-01-01T00:00:00.000Z"}'
  await writeFile(join(dir, 'basedeck.json'), text)
  const ended = await startProgram(['--data-dir', dir])
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('newer Basedeck') })
  expect(await readFile(join(dir, 'basedeck.json'), 'utf8')).toBe(text)
})

test('listening beyond this machine requires accounts, and prints where to create the first', async () => {
  const program = await startProgram([...options('pglite'), '--host', '0.0.0.0'])
  if ('code' in program) throw new Error(program.output)
  try {
    expect(program.output()).toMatch(/set-up\?code=[\w-]{16}/)
    expect(program.output()).toContain('--public-url')
    const { port } = new URL(program.url)
    expect((await fetch(`http://127.0.0.1:${port}/platform/projects`)).status).toBe(401)
  } finally {
    await program.end('SIGTERM')
  }
})

test('an unreachable database is reported without its password, and ends the program', async () => {
  const url = 'postgresql://me:hunter2@127.0.0.1:1/db'
  const ended = await startProgram([...options('auto'), '--database-url', url], /never/)
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('127.0.0.1:1') })
  expect('output' in ended && String(ended.output)).not.toContain('hunter2')
})

test('an unknown option ends with 64 and a sentence', async () => {
  expect(await startProgram(['--colour'])).toMatchObject({
    code: 64,
    output: expect.stringContaining('See basedeck --help'),
  })
})

test('check reports what SQL may do, also by its exit code', async () => {
  const file = folder.at('m.sql')
  await writeFile(file, 'select 1;\ndrop table t;')
  expect(await startProgram(['check', file])).toMatchObject({
    code: 3,
    output: expect.stringContaining('m.sql:2'),
  })
  await writeFile(file, 'select 1')
  expect(await startProgram(['check', file])).toMatchObject({ code: 0 })
})

function occupy(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    })
  })
}

test('a lost key and a wrong key end it with a sentence, and the right one opens it again', async () => {
  const hosted = () => startProgram(options('pglite', '--platform'), /projects +ready/)
  const open = async () => {
    const program = await hosted()
    if (!isRunning(program)) throw new Error(program.output)
    await program.end('SIGTERM')
  }
  await open()
  const key = folder.at('data', 'secret.key')
  await rename(key, `${key}.kept`)
  const lost = await hosted()
  expect(lost).toMatchObject({ code: 1, output: expect.stringContaining('is lost') })
  expect(isRunning(lost) ? '' : lost.output).not.toMatch(/\n\s+at /)
  await writeFile(key, `${Buffer.alloc(32, 7).toString('base64url')}\n`, { mode: 0o600 })
  const wrong = await hosted()
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('is not the one that encrypted') })
  await rename(`${key}.kept`, key)
  await open()
})
