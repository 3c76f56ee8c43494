import { Hono } from 'hono'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { AppEnv } from './app-env.js'
import { gzipOnce } from './gzip-once.js'

const TEXT = 'const x = 1\n'.repeat(500)

function server() {
  let reads = 0
  const app = new Hono<AppEnv>()
  app.use('/assets/*', gzipOnce())
  app.get('/assets/:name', (c) => {
    reads += 1
    if (c.req.param('name') === 'gone.js') return c.notFound()
    if (c.req.param('name') === 'built.js')
      return c.body('br', 200, { 'content-encoding': 'br', 'content-type': 'text/javascript' })
    return c.body(TEXT, 200, {
      'content-type': 'text/javascript',
      'content-length': String(TEXT.length),
      'cache-control': 'immutable',
    })
  })
  const get = (path: string, accepts?: string, method = 'GET') =>
    app.request(path, {
      method,
      ...(accepts === undefined ? {} : { headers: { 'accept-encoding': accepts } }),
    })
  return { get, reads: () => reads }
}

test('a file is sent compressed, again and again, with its own headers', async () => {
  const { get } = server()
  for (let again = 0; again < 3; again += 1) {
    const answer = await get('/assets/a.js', 'gzip, deflate, br')
    const body = Buffer.from(await answer.arrayBuffer())
    expect(gunzipSync(body).toString()).toBe(TEXT)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'content-type': 'text/javascript',
      'cache-control': 'immutable',
      vary: 'Accept-Encoding',
    })
  }
})

test('two at once share one compression', async () => {
  const { get } = server()
  const [one, other] = await Promise.all([get('/assets/a.js', 'gzip'), get('/assets/a.js', 'gzip')])
  expect(await one?.arrayBuffer()).toEqual(await other?.arrayBuffer())
})

test.each([
  ['no encoding is accepted', '/assets/a.js', undefined],
  ['gzip is refused', '/assets/a.js', 'gzip;q=0, br'],
  ['it gains nothing', '/assets/a.woff2', 'gzip'],
])('it is sent as it is where %s', async (_why, path, accepts) => {
  const answer = await server().get(path, accepts)
  expect(answer.headers.has('content-encoding')).toBe(false)
  expect(await answer.text()).toBe(TEXT)
})

test('what was compressed by the build, and what is not there, passes', async () => {
  const { get } = server()
  expect((await get('/assets/built.js', 'br, gzip')).headers.get('content-encoding')).toBe('br')
  expect((await get('/assets/gone.js', 'gzip')).status).toBe(404)
})
