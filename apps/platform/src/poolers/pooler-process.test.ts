import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDirectory } from '../engines/testing/temporary-directory.js'
import { USUAL_SETTINGS } from './pgbouncer-text.js'
import { PoolerProcess } from './pooler-process.js'

/** A pooler whose program notes each start, says something and ends at once. */
async function setUp(restartDelayMs: (shortLives: number) => number, name = 'ends-at-once') {
  const directory = await temporaryDirectory()
  const program = join(directory.path, 'ends-at-once')
  const notes = join(directory.path, 'starts')
  await writeFile(program, `#!/bin/sh\necho started >> ${notes}\necho 'too tired' >&2\nexit 1\n`)
  await chmod(program, 0o755)
  const lines: string[] = []
  const pooler = new PoolerProcess({
    program: join(directory.path, name),
    directory: join(directory.path, 'pooler'),
    wantedPort: 0,
    hosts: ['127.0.0.1'],
    tls: undefined,
    password: 'secret',
    user: undefined,
    log: pino({ level: 'silent' }),
    restartDelayMs,
    onLine: (line) => lines.push(line),
  })
  onTestFinished(async () => {
    await pooler.stop()
    await directory.remove()
  })
  const starts = async () => (await readFile(notes, 'utf8').catch(() => '')).split('\n').length - 1
  return { pooler, lines, serve: () => pooler.serve([], USUAL_SETTINGS), starts }
}

test('a pooler that ends at once is not started by a change of what it serves, and its last line is told', async () => {
  const { pooler, lines, serve, starts } = await setUp(() => 3_600_000)
  await serve()
  await vi.waitFor(() => expect(pooler.problem).toBe('too tired'))
  expect(lines).toEqual(['too tired'])
  for (let change = 0; change < 5; change++) await serve()
  expect(await starts()).toBe(1)
  expect(pooler.isRunning).toBe(false)
})

test('each start that fails makes the pause before the next longer, one start at a time', async () => {
  const asked: number[] = []
  const { serve, starts } = await setUp((shortLives) => {
    asked.push(shortLives)
    return shortLives < 3 ? 10 : 3_600_000
  })
  await serve()
  await vi.waitFor(() => expect(asked).toEqual([0, 1, 2, 3]))
  expect(await starts()).toBe(4)
})

test('a program that can’t be started is tried again as well', async () => {
  const asked: number[] = []
  const { serve } = await setUp((shortLives) => {
    asked.push(shortLives)
    return shortLives < 1 ? 10 : 3_600_000
  }, 'missing')
  await serve()
  await vi.waitFor(() => expect(asked).toEqual([0, 1]))
})
