/** What the terminal prints when the program can't start, or is not reachable at its address. */
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hasContainers, inOtherContainer } from '../src/engines/testing/other-container.js'
import { testProgram } from '../src/engines/testing/test-program.js'
import { isRunning, startProgram, type Ended, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()

const dataDir = () => folder.at('data')
const options = (...more: string[]) => ['--port', '0', '--api-port', '0', '--data-dir', dataDir(), ...more]

async function start(args: string[], env?: Record<string, string>): Promise<Program> {
  const program = await startProgram(args, undefined, env)
  if (!isRunning(program)) throw new Error(`It ended with ${program.code}: ${program.output}`)
  folder.keep(program)
  return program
}

async function failure(args: string[], env?: Record<string, string>): Promise<Ended> {
  const program = await startProgram(args, undefined, env)
  if (isRunning(program)) {
    folder.keep(program)
    throw new Error('It started')
  }
  return program
}

/** Run to its end, with another program’s rights where needed. */
function runIn([command, args]: [string, string[]], as?: number): Ended {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000,
    ...(as === undefined ? {} : { uid: as, gid: as }),
  })
  return { code: status, output: stdout + stderr }
}

test.each<[string, () => string[], Record<string, string>, number, string]>([
  ['an unknown host', () => ['--host', 'nowhere.invalid'], {}, 1, 'nowhere.invalid is unknown'],
  [
    'an address of another machine',
    () => ['--host', '203.0.113.9'],
    {},
    1,
    'is not an address of this machine',
  ],
  [
    'templates where the system makes no folders',
    () => [],
    { BASEDECK_TEMPLATES_DIR: '/proc/x' },
    1,
    'BASEDECK_TEMPLATES_DIR',
  ],
  ['a secret key that is too short', () => [], { BASEDECK_SECRET_KEY: 'abc' }, 1, '32 characters'],
  ['a log level that does not exist', () => [], { BASEDECK_LOG_LEVEL: 'x' }, 64, 'BASEDECK_LOG_LEVEL'],
  [
    'a control plane that does not answer',
    () => ['--platform', '--control-database-url', 'postgresql://me:hunter2@127.0.0.1:1/x'],
    {},
    1,
    'No database answers at 127.0.0.1:1',
  ],
])('%s is reported in one sentence, with a code', async (_, more, env, code, sentence) => {
  const ended = await failure(options('--engine', 'pglite', ...more()), env)
  expect(ended).toMatchObject({ code, output: expect.stringContaining(sentence) })
  expect(ended.output.split('\n').filter((line) => line.startsWith('basedeck:'))).toHaveLength(1)
  expect(ended.output).not.toMatch(/\n\s+at |hunter2|Basedeck is at/)
})

test('a disk without room is called that', async () => {
  await mkdir(dataDir())
  // If this machine does not allow mounts, only the test of start-failure.ts covers it.
  if (!hasContainers) return
  const program = [process.execPath, ...testProgram('main'), ...options('--engine', 'pglite')]
  // The network of a new container has no address until it is set up: 0.0.0.0 is always there.
  const ended = runIn(inOtherContainer([...program, '--host', '0.0.0.0'], { smallDisk: dataDir() }))
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(`${dataDir()} is full`) })
  expect(ended.output).not.toMatch(/\n\s+at /)
})

test('the printed engine is the one in use: that of an earlier start stays', async () => {
  const first = await start(options('--engine', 'pglite'))
  await first.end('SIGTERM')
  const again = await start(options('--engine', 'cluster'))
  expect(again.output()).toMatch(/engine +pglite: PostgreSQL \d+ in WebAssembly/)
})

test('in a container that listens on loopback alone, the missing option is named', async () => {
  const program = await start(options('--engine', 'pglite'), { container: 'oci' })
  expect(program.output()).toContain('give --host 0.0.0.0')
})

test('the operator’s commands reach a program that runs, and another container’s too', async () => {
  await start(options('--engine', 'pglite'))
  const command = [process.execPath, ...testProgram('main'), 'user', 'list', '--data-dir', dataDir()]
  const [node = '', ...args] = command
  for (const ended of [runIn([node, args]), runIn(inOtherContainer(command))])
    expect(ended).toMatchObject({ code: 0 })
})
