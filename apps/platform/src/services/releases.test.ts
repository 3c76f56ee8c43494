import { expect, test } from 'vitest'
import { createReleases } from './releases.js'

function setUp(answer: () => Response | Promise<Response>) {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let asked = 0
  const failures: unknown[] = []
  const releases = createReleases({
    url: 'https://releases.example.com/basedeck.json',
    now: () => new Date(now),
    onFailure: (error) => void failures.push(error),
    fetch: (async () => {
      asked += 1
      return answer()
    }) as typeof fetch,
  })
  return { releases, failures, asked: () => asked, pass: (ms: number) => void (now += ms) }
}

const json = (body: unknown) => () => new Response(JSON.stringify(body))

test('the answer of the service is cached for ten minutes', async () => {
  const { releases, asked, pass } = setUp(
    json({ latest: '0.2.0', beta: 'v0.3.0-beta.1', published_at: '2026-01-01', more: 1 }),
  )
  const told = { latest: 'v0.2.0', beta: 'v0.3.0-beta.1', published_at: '2026-01-01' }
  expect(await Promise.all([releases.newest(), releases.newest()])).toEqual([told, told])
  pass(599_999)
  await releases.newest()
  expect(asked()).toBe(1)
  pass(1)
  await releases.newest()
  expect(asked()).toBe(2)
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['refuses', () => new Response('no', { status: 500 })],
  ['answers something else', () => new Response('<html>')],
  ['names no version', json({ latest: '<script>' })],
])('a service that %s gives no answer, and is not asked again for a minute', async (_name, answer) => {
  const { releases, failures, asked, pass } = setUp(answer)
  expect(await releases.newest()).toEqual({})
  pass(59_999)
  expect(await releases.newest()).toEqual({})
  expect([asked(), failures.length]).toEqual([1, 1])
  pass(1)
  await releases.newest()
  expect(asked()).toBe(2)
})

test('the last answer stays while the service is away', async () => {
  let isAway = false
  const { releases, pass } = setUp(() =>
    isAway ? new Response('', { status: 503 }) : json({ latest: 'v1.0.0' })(),
  )
  await releases.newest()
  isAway = true
  pass(600_000)
  expect(await releases.newest()).toEqual({ latest: 'v1.0.0' })
})
