import { expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import type { LogsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import type { FoundLine } from './log-line.js'
import { answerLogs, followLogs, lineText } from './logs-command.js'

const line = (message: string, more: Partial<FoundLine> = {}): FoundLine => ({
  id: '1',
  time: '2026-11-27T12:00:00.000Z',
  source: 'data',
  level: 'warn',
  request_id: 'r-1',
  message,
  fields: { ms: 2.5 },
  ...more,
})
const control = (refs: string[]) =>
  ({
    select: async (_: string, [ref]: unknown[] = []) =>
      refs.filter((one) => ref === undefined || one === ref).map((one) => ({ ref: one })),
    selectOften: async (_: string, [ref]: unknown[] = []) =>
      refs.filter((one) => one === ref).map((one) => ({ ref: one })),
  }) as unknown as ControlDatabase

test('a line says when, how grave, from where, what, how long, and for which request', () => {
  expect(lineText(line('GET /x 404'))).toBe('2026-11-27T12:00:00.000Z warn  data      GET /x 404 2.5 ms r-1')
  expect(lineText(line('gap', { source: 'dashboard', level: 'error', request_id: '', fields: {} }))).toBe(
    '2026-11-27T12:00:00.000Z error dashboard gap',
  )
})

test('the only project is meant where none is named, and the newest line is the last one', async () => {
  const search = vi.fn(async () => ({ type: 'found' as const, value: [line('new'), line('old')] }))
  const lines = { search, status: async () => ({ state: 'kept' as const }) }
  const answer = await answerLogs({ project: null, from: 5 }, { control: control(['shop']), lines })
  expect(answer).toEqual({ lines: [lineText(line('old')), lineText(line('new'))] })
  expect(search).toHaveBeenCalledWith({ project: 'shop', from: 5 }, 100)
})

test.each([
  [{ state: 'not-installed', command: 'npm install x' }, /npm install x/],
  [{ state: 'off' }, /--log-days is 0/],
  [{ state: 'failed' }, /at the moment/],
] as const)('%j is said', async (status, sentence) => {
  const lines = { search: async () => ({ type: 'not-kept' as const }), status: async () => status }
  const answer = await answerLogs({ project: 'shop', from: null }, { control: control(['shop']), lines })
  expect(answer).toEqual({ error: expect.stringMatching(sentence) })
})

test('an unknown project is named, and of several one must be chosen', async () => {
  const lines = { search: vi.fn(), status: vi.fn() }
  const ask = (project: string | null) =>
    answerLogs({ project, from: null }, { control: control(['a', 'b']), lines })
  expect(await ask('nowhere')).toEqual({ error: expect.stringContaining('nowhere') })
  expect(await ask(null)).toEqual({ error: expect.stringMatching(/a.*b/) })
  expect(lines.search).not.toHaveBeenCalled()
})

test('lines that come are shown once, and the end of the platform ends it', async () => {
  const [one, two, three] = ['00:01', '00:02', '00:03'].map(
    (at) => `2026-11-27T12:${at}.000Z info  data      x`,
  )
  const answers: (OperatorAnswer | undefined)[] = [
    { lines: [one ?? ''] },
    { lines: [] },
    { lines: [one ?? '', two ?? ''] },
    { lines: [one ?? '', two ?? '', three ?? ''] },
    undefined,
  ]
  const asked: LogsQuestion[] = []
  const shown: string[] = []
  const ask = async (question: LogsQuestion) => {
    asked.push(question)
    return answers.shift()
  }
  const pause = vi.fn(async () => {})
  expect(
    await followLogs({ project: null, from: null }, { ask, show: (text) => shown.push(text), pause }),
  ).toBeUndefined()
  expect(shown).toEqual([one, two, three])
  expect(asked.map(({ from }) => from && new Date(from).toISOString().slice(14, 19))).toEqual([
    null,
    '59:56',
    '59:56',
    '59:57',
    '59:58',
  ])
  expect(pause).toHaveBeenCalledTimes(4)
})
