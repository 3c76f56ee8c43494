import { expect, test } from 'vitest'
import { createLog, loggedError, LOG_LEVELS } from './log.js'

test('an error is logged without the fields that drivers add, and without passwords in URLs', () => {
  const cause = Object.assign(new Error('no route to postgresql://me:hunter2@db.internal:5432/x'), {
    code: 'ECONNREFUSED',
    query: 'select secret',
    parameters: ['secret'],
  })
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  log.error({ err: new Error('the work broke off', { cause }) }, 'failed')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'failed',
    err: {
      type: 'Error',
      message: 'the work broke off',
      cause: { message: 'no route to postgresql://me:…@db.internal:5432/x', code: 'ECONNREFUSED' },
    },
  })
  expect(lines.join()).not.toMatch(/hunter2|secret/)
})

test('thrown non-errors are logged too, and circular causes end', () => {
  expect(loggedError('plain')).toEqual({ type: 'string', message: 'plain' })
  const circle = new Error('round')
  circle.cause = circle
  expect(JSON.stringify(loggedError(circle)).match(/"round"/g)).toHaveLength(6)
})

test.each(LOG_LEVELS)('the level %s logs only entries of that level or above', (level) => {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  for (const one of ['debug', 'info', 'warn', 'error'] as const) log[one]('said')
  expect(lines).toHaveLength(LOG_LEVELS.indexOf(level))
})
