import { expect, test } from 'vitest'
import { DomainError } from '../../kernel/domain-error.js'
import { DatabaseError, EngineError } from '../../engines/engine.js'
import { carried, errorOf } from './carried-error.js'

const across = (error: unknown) => errorOf(structuredClone(carried(error)))

test('a refusal arrives with its code, its sentence and what it tells besides', () => {
  const refusal = new DomainError('holder_away', 'Later.', { retryAfterSeconds: 5, more: { process: 'a' } })
  const arrived = across(refusal)
  expect(arrived).toBeInstanceOf(DomainError)
  expect(arrived).toMatchObject({
    code: 'holder_away',
    message: 'Later.',
    retryAfterSeconds: 5,
    more: { process: 'a' },
    stack: refusal.stack,
  })
})

test('errors of engines and of PostgreSQL arrive as what they were', () => {
  expect(across(new EngineError('lost', 'Gone.'))).toBeInstanceOf(EngineError)
  expect(across(new EngineError('lost', 'Gone.'))).toMatchObject({ code: 'lost', message: 'Gone.' })
  const report = { code: '42501', message: 'permission denied', severity: 'ERROR' }
  const arrived = across(new DatabaseError(report as DatabaseError['report']))
  expect(arrived).toBeInstanceOf(DatabaseError)
  expect(arrived).toMatchObject({ report, message: 'permission denied' })
})

test('a full disk is still found among the causes', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const arrived = across(new TypeError('write failed', { cause: full }))
  expect(arrived).toMatchObject({ name: 'TypeError', cause: { code: 'ENOSPC', message: 'no space' } })
})

test('what is no error, and causes in a circle, arrive too', () => {
  expect(across('odd')).toMatchObject({ message: 'odd' })
  const circle: Error = new Error('round')
  circle.cause = circle
  expect(across(circle)).toMatchObject({ message: 'round', cause: { message: 'round' } })
})
