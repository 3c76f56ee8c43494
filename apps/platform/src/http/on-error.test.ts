import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { DomainError, type DomainErrorCode } from '../kernel/domain-error.js'
import { EngineError } from '../engines/engine.js'
import type { AppEnv } from '../routes/app-env.js'
import { createOnError } from './on-error.js'

const log = pino({ level: 'silent' })

async function answerTo(error: Error): Promise<[Response, unknown]> {
  const app = new Hono<AppEnv>()
  app.onError(createOnError(log))
  app.get('/', () => {
    throw error
  })
  const answer = await app.request('/')
  return [answer, await answer.json()]
}

test.each<[DomainErrorCode, number]>([
  ['project_not_found', 404],
  ['project_busy', 409],
  ['project_inactive', 409],
  ['invalid_body', 400],
  ['name_taken', 409],
  ['engine_unavailable', 501],
  ['database_unavailable', 503],
  ['wrong_credentials', 401],
  ['too_many_attempts', 429],
  ['unstorable_text', 400],
  ['ai_silent', 504],
])('the code %s becomes status %i', async (code, status) => {
  const [answer, body] = await answerTo(new DomainError(code))
  expect(answer.status).toBe(status)
  expect(body).toMatchObject({ code, message: new DomainError(code).message })
})

test('a refusal keeps its sentence, its details, and the time to wait', async () => {
  const error = new DomainError('stale', 'Changed meanwhile', { more: { stored: 1 }, retryAfterSeconds: 7 })
  const [answer, body] = await answerTo(error)
  expect(body).toMatchObject({ stored: 1, message: 'Changed meanwhile', code: 'stale' })
  expect(answer.headers.get('retry-after')).toBe('7')
})

test('a refusal is not logged as an error, an unexpected error is', async () => {
  const told = vi.spyOn(log, 'error')
  await answerTo(new DomainError('project_busy'))
  await answerTo(new EngineError('busy', 'It is busy.'))
  expect(told).not.toHaveBeenCalled()
  const [answer] = await answerTo(new Error('unforeseen'))
  expect(answer.status).toBe(500)
  expect(told).toHaveBeenCalledOnce()
})
