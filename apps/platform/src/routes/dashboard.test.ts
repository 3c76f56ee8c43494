import { expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { dashboardRoutes } from './dashboard.js'

const TYPES = `declare namespace Deno {}\n`.repeat(100)
const routes = dashboardRoutes('/nonexistent', async (version) => (version === '2.9.6' ? TYPES : undefined))
const ask = (path: string, headers: Record<string, string> = {}) => routes.request(path, { headers })

test('Deno’s types are served under their version, for ever, and compressed for who takes it', async () => {
  const answer = await ask('/dashboard/deno/2.9.6/deno.d.ts')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/typescript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect(await answer.text()).toBe(TYPES)
  const zipped = await ask('/dashboard/deno/2.9.6/deno.d.ts', { 'accept-encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(TYPES)
})

test('types of another version are not found, and no page is given for them', async () => {
  const answer = await ask('/dashboard/deno/1.0.0/deno.d.ts')
  expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  expect(answer.headers.get('cache-control')).toBeNull()
})
