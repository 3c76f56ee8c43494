/** Invitations of a whole team, and their limit. */
import { createInvitation, listAudit, PlatformError } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from './test-api.js'

const params = { slug: 'acme' }
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.remove())

test('a team of a hundred is invited at once, each with a mail and a line; one mailbox waits as long as it is told', async () => {
  const owner = await api.owner()
  const invite = (email: string) =>
    owner.call(createInvitation, { params, body: { email, role_id: 'developer' } })
  for (let at = 0; at < 100; at++) expect(await invite(`a${at}@example.com`)).toMatchObject({ mailed: true })
  expect(new Set(api.mails.map(({ to }) => to)).size).toBe(100)
  const lines = await owner.call(listAudit, { params, query: { search: 'member.invite', limit: 100 } })
  expect(lines.entries).toHaveLength(100)

  for (let again = 0; again < 4; again++) await invite('a1@example.com')
  const refused = await invite('a1@example.com').catch((error: unknown) => error)
  if (!(refused instanceof PlatformError)) throw new Error('It was invited a sixth time.')
  expect(refused).toMatchObject({
    status: 429,
    code: 'too_many_invitations',
    message: 'Too many invitations were mailed by you, or to this address',
  })
  const [row] = await api.control.select<{ waits: number }>(
    `select 5 - extract(epoch from now() - last_failed_at)::float8 as waits
     from control.attempts where subject = 'mails to a1@example.com'`,
  )
  expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(Math.floor(row?.waits ?? 0))
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(5)
  expect(await invite('other@example.com')).toMatchObject({ mailed: true })
})
