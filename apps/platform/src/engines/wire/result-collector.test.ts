import type { BackendMessage } from 'pg-protocol/dist/messages.js'
import { expect, test } from 'vitest'
import { ResultCollector } from './result-collector.js'

const message = (name: string, more: object = {}): BackendMessage =>
  ({ name, length: 0, ...more }) as BackendMessage
const complete = (text: string): BackendMessage => message('commandComplete', { text })
const ready = (status = 'I'): BackendMessage => message('readyForQuery', { status })
const notice = (text: string): BackendMessage =>
  message('notice', { message: text, severity: 'NOTICE', code: '00000' })

/** Gives a row of one text to the collector, as the reader does. */
function row(collector: ResultCollector, text: string): void {
  if (collector.wantsRow()) collector.row({ cells: [text], bytes: text.length, cut: [] })
  else collector.skippedRow()
}

test.each([
  ['SELECT 5', 'SELECT', 5],
  ['INSERT 0 3', 'INSERT', 3],
  ['UPDATE 0', 'UPDATE', 0],
  ['CREATE TABLE', 'CREATE TABLE', null],
  ['REFRESH MATERIALIZED VIEW', 'REFRESH MATERIALIZED VIEW', null],
  ['COPY 12', 'COPY', 12],
  ['', '', null],
])('the tag %j is %j of %s', (tag, command, rowCount) => {
  const collector = new ResultCollector()
  collector.message(complete(tag))
  expect(collector.results).toMatchObject([{ command, rowCount }])
})

test('the first cap that is reached is named, once', () => {
  const collector = new ResultCollector({ rows: 3, bytes: 14 })
  let full = 0
  collector.onFull = () => {
    full++
  }
  for (const text of ['aa', 'bb', 'cc', 'dd']) row(collector, text)
  collector.message(complete('SELECT 4'))
  row(collector, 'e')
  collector.message(complete('SELECT 1'))
  expect(full).toBe(1)
  expect(collector.results).toMatchObject([
    { rowCount: 4, rows: [['aa'], ['bb']], truncated: { reason: 'bytes', rows: 2, bytes: 4 } },
    { rowCount: 1, rows: [], truncated: { reason: 'bytes', rows: 0, bytes: 0 } },
  ])
})

test('results of the engine’s own statements are left out, with their rows and notices', () => {
  const collector = new ResultCollector()
  collector.suppress(2)
  collector.message(complete('BEGIN'))
  row(collector, 'engine')
  collector.message(notice('engine'))
  collector.message(complete('SELECT 1'))
  row(collector, 'caller')
  collector.message(complete('SELECT 1'))
  expect(collector.results).toMatchObject([{ rows: [['caller']], notices: [] }])
})

test('a result in slices counts its rows over all of them', () => {
  const collector = new ResultCollector({ rows: 3 })
  for (const text of ['a', 'b']) row(collector, text)
  collector.message(message('portalSuspended'))
  collector.message(ready('T'))
  expect(collector.takeSuspended()).toBe(true)
  for (const text of ['c', 'd']) row(collector, text)
  collector.message(complete('SELECT 2'))
  expect(collector.takeSuspended()).toBe(false)
  expect(collector.results).toMatchObject([{ rowCount: 4, truncated: { rows: 3 } }])
})

test('a result that is closed early has no count', () => {
  const collector = new ResultCollector({ rows: 1 })
  for (const text of ['a', 'b']) row(collector, text)
  collector.closeEarly()
  expect(collector.results).toMatchObject([
    { command: 'SELECT', rowCount: null, truncated: { reason: 'rows', rows: 1 } },
  ])
})

test('the first error is kept until it is taken', () => {
  const collector = new ResultCollector()
  collector.message(message('error', { code: '1' }))
  collector.message(message('error', { code: '2' }))
  collector.message(ready('E'))
  expect(collector.status).toBe('E')
  expect(collector.takeError()).toMatchObject({ code: '1' })
  expect(collector.takeError()).toBeUndefined()
})

test('notices after the last statement belong to it', () => {
  const collector = new ResultCollector()
  collector.message(complete('INSERT 0 1'))
  collector.message(notice('late'))
  collector.message(ready())
  expect(collector.results).toMatchObject([{ notices: [{ message: 'late' }] }])
})
