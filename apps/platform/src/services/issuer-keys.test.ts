/** Public keys of sign-in services, from a real server on loopback that an administrator allowed. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jwksOf } from '../keys/jwks.js'
import { newSigningKey, verifyingMaterial } from '../keys/signing-key.js'
import { readAllowedHosts } from '../outgoing/allowed-hosts.js'
import { createOutgoing } from '../outgoing/outgoing.js'
import { createIssuerKeys, JwksError } from './issuer-keys.js'

const MINUTE_MS = 60_000
let server: Server
let url: string
let asked: number
let answer: RequestListener
let now: number
const warned: unknown[] = []
beforeEach(async () => {
  asked = 0
  now = 0
  warned.length = 0
  server = createServer((request, response) => {
    asked++
    answer(request, response)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const log = { warn: (...told: unknown[]) => void warned.push(told) }
const readerOf = (allowed = new URL(url).host) =>
  createIssuerKeys({
    outgoing: createOutgoing({ userAgent: 'test', allowed: readAllowedHosts(allowed) }),
    log,
    nowMs: () => now,
  })
const es = verifyingMaterial(await newSigningKey('ES256'))
const answersWith = (...kids: string[]) => {
  const keys = jwksOf(kids.map((kid) => ({ kid, algorithm: 'ES256', material: es })))
  answer = (_, response) => void response.end(JSON.stringify({ keys }))
}
const kidsOf = async (keys: Promise<{ kid: string }[]>) => (await keys).map(({ kid }) => kid)

test('they are read once, and again for a kid that is unknown, but not twice in a minute', async () => {
  const reader = readerOf()
  answersWith('a')
  expect(await Promise.all([kidsOf(reader.keys(url, 'a')), kidsOf(reader.keys(url, 'a'))])).toEqual([
    ['a'],
    ['a'],
  ])
  expect(asked).toBe(1)
  answersWith('a', 'b')
  for (let count = 0; count < 100; count++)
    expect(await kidsOf(reader.keys(url, `made up ${count}`))).toEqual(['a'])
  expect(asked).toBe(1)
  now += MINUTE_MS
  expect(await kidsOf(reader.keys(url, 'b'))).toEqual(['a', 'b'])
  expect(asked).toBe(2)
})

test('a key that its owner took back is unknown after a while', async () => {
  const reader = readerOf()
  answersWith('a', 'b')
  await reader.keys(url, 'a')
  answersWith('b')
  now += 11 * MINUTE_MS
  // While they are read again, what is known counts.
  expect(await kidsOf(reader.keys(url, 'a'))).toEqual(['a', 'b'])
  await expect.poll(() => kidsOf(reader.keys(url, 'b'))).toEqual(['b'])
})

test.each<[string, RequestListener]>([
  ['an error', (_, response) => void response.writeHead(500).end('{"keys":[]}')],
  ['no JSON', (_, response) => void response.end('<html>')],
  ['no keys', (_, response) => void response.end('{"keys":[]}')],
  ['a megabyte', (_, response) => void response.end(`{"keys":[],"x":"${'x'.repeat(1_000_000)}"}`)],
  [
    'a way into the private network',
    (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  ],
  ['nothing', (request) => void request.socket.destroy()],
])('%s keeps what was known, and is told', async (_, bad) => {
  const reader = readerOf()
  answersWith('a')
  await reader.keys(url, 'a')
  answer = bad
  now += MINUTE_MS
  expect(await kidsOf(reader.keys(url, 'other'))).toEqual(['a'])
  expect(asked).toBeGreaterThanOrEqual(2)
  expect(warned).toHaveLength(1)
  await expect(reader.read(url)).rejects.toThrow()
})

test('an address in the private network is never asked', async () => {
  const reader = readerOf('')
  answersWith('a')
  expect(await reader.keys(url, 'a')).toEqual([])
  await expect(reader.read(url)).rejects.toMatchObject({ reason: 'address-refused' })
  expect(asked).toBe(0)
})

test('what is no set of keys is said as such', async () => {
  answer = (_, response) => void response.end('{}')
  await expect(readerOf().read(url)).rejects.toBeInstanceOf(JwksError)
})
