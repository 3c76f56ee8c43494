/** Entries of the servers' logs become lines, once each, also where a server begins again in between. */
import { appendFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followServerLogs, type ServerLogs } from './follow-server-logs.js'
import type { LogLine } from './log-line.js'

const NEVER_MS = 1e9
let dataDir: string
let path: string
let lines: LogLine[]
let logs: ServerLogs
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'server-logs-'))
  await mkdir(join(dataDir, 'projects', 'shop'), { recursive: true })
  path = join(dataDir, 'projects', 'shop', 'pg.log')
  lines = []
  logs = follow(0)
})
afterEach(async () => {
  await logs.close()
  await rm(dataDir, { recursive: true, force: true })
})

const follow = (since: number) =>
  followServerLogs(
    { dataDir, since, writeLine: (line) => void lines.push(line), log: { warn: () => {} } },
    NEVER_MS,
  )
const entry = (message: string, severity = 'LOG') =>
  `2026-11-28 09:02:38.542 UTC [1] 00000 <ada|postgres> ${severity}:  ${message}\n`
const messages = () => lines.map(({ message }) => message)
/** An entry is complete when nothing came after it. */
const lookTwice = async () => {
  await logs.look()
  await logs.look()
}

test('entries become lines of their project, each once', async () => {
  await writeFile(path, entry('one'))
  await lookTwice()
  await appendFile(path, entry('two', 'ERROR'))
  await lookTwice()
  expect(lines).toMatchObject([
    { project: 'shop', source: 'postgres', level: 'info', message: 'one', fields: { user: 'ada', pid: 1 } },
    { level: 'error', message: 'two' },
  ])
})

test('a line that is half written waits for its end', async () => {
  const whole = entry('halves')
  await writeFile(path, whole.slice(0, 30))
  await lookTwice()
  expect(lines).toEqual([])
  await appendFile(path, whole.slice(30))
  await lookTwice()
  expect(messages()).toEqual(['halves'])
})

test('the last words of a server come before the first of the next one', async () => {
  await writeFile(path, entry('one'))
  await logs.look()
  await appendFile(path, entry('shut down'))
  await rename(path, `${path}.1`)
  await writeFile(path, entry('starting'))
  await lookTwice()
  expect(messages()).toEqual(['one', 'shut down', 'starting'])
})

test('the text of a slow statement has no secrets', async () => {
  await writeFile(path, entry("duration: 1500.2 ms  statement: alter role ada password 'hunter2'"))
  await lookTwice()
  expect(JSON.stringify(lines)).not.toContain('hunter2')
  expect(lines).toMatchObject([{ level: 'warn', fields: { ms: 1500.2 } }])
})

test('a log of an earlier start is known already, and lines of a replica name it', async () => {
  await writeFile(path, entry('old'))
  const replica = join(dataDir, 'projects', 'shop-rr-here-1')
  await mkdir(replica)
  await logs.close()
  lines = []
  logs = follow(Date.now() + 60_000)
  await lookTwice()
  expect(lines).toEqual([])
  await writeFile(join(replica, 'pg.log'), '')
  await logs.look()
  await appendFile(join(replica, 'pg.log'), entry('new'))
  await lookTwice()
  expect(lines).toMatchObject([{ project: 'shop', message: 'new', fields: { replica: 'shop-rr-here-1' } }])
})

test('a log that is read and large is emptied; too much at once is left out, and told', async () => {
  await writeFile(path, entry('x'.repeat(1000)).repeat(11_000))
  for (let look = 0; look < 4; look += 1) await logs.look()
  expect((await stat(path)).size).toBe(0)
  expect(messages()).toContainEqual(expect.stringContaining('were not kept'))
  await appendFile(path, entry('after'))
  await lookTwice()
  expect(messages()).toContain('after')
})
