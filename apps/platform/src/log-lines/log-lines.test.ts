/** The store of lines with its thread. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testProgram } from '../engines/testing/test-program.js'
import { INSTALL_COMMAND } from './duckdb.js'
import {
  createLogLines,
  LINES_FOLDER,
  writeFromThread,
  type LogLines,
  type LogLinesDeps,
} from './log-lines.js'
import type { LogLine } from './log-line.js'

let dataDir: string
let opened: LogLines[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'log-lines-'))
})
afterEach(async () => {
  await Promise.all(opened.map((lines) => lines.close()))
  opened = []
  await rm(dataDir, { recursive: true, force: true })
})

const log = { info: vi.fn(), error: vi.fn() }

function open(more: Partial<LogLinesDeps> = {}): LogLines {
  const lines = createLogLines({ dataDir, keptDays: 7, keptBytes: 1e9, log, ...more })
  opened.push(lines)
  return lines
}

const line = (message: string, more: Partial<LogLine> = {}): LogLine => ({
  time: Date.now(),
  project: 'shop',
  source: 'data',
  level: 'info',
  message,
  ...more,
})

async function found(lines: LogLines, text?: string): Promise<string[]> {
  const answer = await lines.search({ project: 'shop', text }, 1000)
  if (answer.type !== 'found') throw new Error(answer.type)
  return answer.value.map(({ message }) => message)
}

test('what was written is found at once, counted, and asked by SQL', async () => {
  const lines = open()
  lines.write(line('one'))
  lines.write(line('two', { level: 'error' }))
  expect((await found(lines)).sort()).toEqual(['one', 'two'])
  expect(await lines.counts({ project: 'shop' }, 24 * 60 * 60_000)).toMatchObject({
    type: 'found',
    value: [
      { level: 'error', count: 1 },
      { level: 'info', count: 1 },
    ],
  })
  expect(await lines.query({ project: 'shop', sql: 'select count(*) as n from logs' })).toMatchObject({
    value: { columns: ['n'], rows: [['2']] },
  })
  expect(await lines.query({ project: 'shop', sql: 'drop table logs' })).toMatchObject({ type: 'refused' })
  expect(await lines.status()).toEqual({ state: 'kept' })
})

test('another thread writes to the same store, without the main thread’s help', async () => {
  const lines = open()
  const writer = writeFromThread(lines.portForThread())
  writer.write(line('from there'))
  await expect.poll(() => found(lines)).toEqual(['from there'])
})

test('lines are there after the platform was closed and opened again', async () => {
  const lines = open()
  lines.write(line('kept'))
  await lines.close()
  expect(await found(open())).toEqual(['kept'])
})

test('a flood of 100,000 lines of one project drops lines, says how many, and keeps those of others', async () => {
  const lines = open()
  for (let at = 0; at < 100_000; at += 1) lines.write(line(`flood ${at}`, { project: 'flood' }))
  lines.write(line('calm'))
  expect(await found(lines)).toEqual(['calm'])
  const gaps = await lines.search({ project: 'flood', sources: ['log'] }, 10)
  expect(gaps).toMatchObject({
    value: [{ level: 'warn', fields: { dropped: 75_000, from: expect.any(String), to: expect.any(String) } }],
  })
  const counts = await lines.counts({ project: 'flood', sources: ['data'] }, 24 * 60 * 60_000)
  expect(counts).toMatchObject({ value: [{ count: 25_000 }] })
})

test('no line is too strange: control characters, half characters, a megabyte', async () => {
  const lines = open()
  for (const message of [
    '\u001b[31mred',
    'nul\0',
    '\ud800',
    'x'.repeat(1024 * 1024),
    '',
    "'; drop table lines; --",
  ])
    lines.write(line(message, { fields: { message } }))
  const messages = await found(lines)
  expect(messages.map((one) => one.slice(0, 30)).sort()).toEqual(
    ['red', 'nul�', '�', 'x'.repeat(30), '', "'; drop table lines; --"].sort(),
  )
})

test('kill -9 in a batch: the file opens again, and no stored line is lost', async () => {
  const child = spawn(process.execPath, [...testProgram('lines-child'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let stored = 0
  for await (const told of createInterface(child.stdout)) {
    stored = Number(told)
    if (stored === 5000) child.kill('SIGKILL')
  }
  await exited
  const lines = open()
  const counts = await lines.counts({ project: 'shop' }, 24 * 60 * 60_000)
  if (counts.type !== 'found') throw new Error(counts.type)
  const kept = counts.value.reduce((sum, { count }) => sum + count, 0)
  expect(stored).toBeGreaterThanOrEqual(5000)
  expect(kept).toBeGreaterThanOrEqual(stored)
  lines.write(line('after'))
  expect(await found(lines, 'after')).toEqual(['after'])
  expect(log.error).not.toHaveBeenCalled()
})

test('a thread that fails is followed by another one with the next lines', async () => {
  const threads: Worker[] = []
  const lines = open({
    againMs: 0,
    openWorker(url, options) {
      const worker = new Worker(url, options)
      threads.push(worker)
      return worker
    },
  })
  lines.write(line('before'))
  expect(await found(lines)).toEqual(['before'])
  await threads[0]?.terminate()
  lines.write(line('after'))
  expect(await found(lines)).toEqual(['after', 'before'])
  expect(threads).toHaveLength(2)
})

test('without the module no line is kept, and the status has the command', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'no-module-'))
  await cp(join(process.env['BASEDECK_TEST_PROGRAMS'] ?? ''), elsewhere, { recursive: true })
  const lines = open({
    openWorker: (_, options) => new Worker(join(elsewhere, 'line-worker.js'), { ...options, execArgv: [] }),
  })
  lines.write(line('lost'))
  expect(await lines.search({ project: 'shop' }, 10)).toEqual({ type: 'not-kept' })
  expect(await lines.status()).toEqual({ state: 'not-installed', command: INSTALL_COMMAND })
  await lines.close()
  expect(await readdir(dataDir)).toEqual([])
  await rm(elsewhere, { recursive: true, force: true })
})

test('an operator who keeps no line has no thread and no file', async () => {
  const lines = open({ keptDays: 0 })
  lines.write(line('lost'))
  expect(await lines.search({ project: 'shop' }, 10)).toEqual({ type: 'not-kept' })
  expect(await lines.status()).toEqual({ state: 'off' })
  expect(await readdir(dataDir)).toEqual([])
})

test('secrets that were put into a line are in no byte of the files', async () => {
  const lines = open()
  lines.write(line('Authorization: Bearer top-secret-value', { fields: { password: 'top-secret-value' } }))
  await lines.close()
  const folder = join(dataDir, LINES_FOLDER)
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  expect(files.length).toBeGreaterThan(0)
  for (const bytes of files) expect(bytes.includes('top-secret-value')).toBe(false)
})
