import { createServer, request, Agent, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { measureSent } from './sent-bytes.js'

let server: Server | undefined
afterEach(() => void server?.close())

test('each answer of a connection that is kept counts its own bytes', async () => {
  const told: number[] = []
  server = createServer((asked, answer) => {
    measureSent(answer)((bytes) => told.push(bytes))
    answer.end('x'.repeat(Number(asked.url?.slice(1))))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const asking = request({ port, host: '127.0.0.1', path: `/${bytes}`, agent }, (answer) => {
        answer.resume()
        answer.on('end', resolve)
      })
      asking.on('error', reject)
      asking.end()
    })
  await ask(1000)
  await ask(100_000)
  await ask(10)
  agent.destroy()
  await expect.poll(() => told).toHaveLength(3)
  const [first = 0, second = 0, third = 0] = told
  // The head comes on top of the body.
  expect(first).toBeGreaterThan(1000)
  expect(second - first).toBeGreaterThanOrEqual(99_000)
  expect(third).toBeLessThan(first)
})

test('without a connection nothing is told', () => {
  measureSent(undefined)(() => {
    throw new Error('It was told')
  })
})
