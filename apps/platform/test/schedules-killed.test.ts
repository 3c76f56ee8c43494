/** A program that is killed in the middle of a run: the next start begins it again, under the same id. */
import {
  createClient,
  createSchedule,
  listScheduleRuns,
  listSchedules,
  runSchedule,
  type Client,
} from '@basedeck/platform-client'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()
const params = { ref: 'default' }
let server: Server
let heard: string[] = []
let isSilent = true

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    heard.push(String(incoming.headers['webhook-id']))
    if (!isSilent) outgoing.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function start(): Promise<{ program: Program; client: Client }> {
  const args = `--port 0 --api-port 0 --engine pglite --allow-outgoing-hosts 127.0.0.1 --data-dir ${folder.at('data')}`
  const program = await startProgram(args.split(' '), /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  return { program, client: createClient({ baseUrl: program.url }) }
}

test('a run that was under way is begun again, and one that waited is not lost', async () => {
  const first = await start()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const make = (name: string, expression: string) =>
    first.client.call(createSchedule, {
      params,
      body: { name, expression, task: { type: 'http', url }, limit_ms: 600_000 },
    })
  const many = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => make(name, '@yearly')))
  const ids = await Promise.all(
    many.map(async ({ id }) => (await first.client.call(runSchedule, { params: { ...params, id } })).id),
  )
  // Four at once of a project; two wait.
  await vi.waitFor(() => expect(heard).toHaveLength(4), { timeout: 20_000, interval: 50 })
  await first.program.end('SIGKILL')
  heard = []
  isSilent = false

  const second = await start()
  const runs = async () =>
    (
      await Promise.all(
        many.map(({ id }) => second.client.call(listScheduleRuns, { params: { ...params, id } })),
      )
    ).flat()
  await vi.waitFor(
    async () => expect((await runs()).map(({ status }) => status)).toEqual(many.map(() => 'succeeded')),
    { timeout: 30_000, interval: 100 },
  )
  expect((await runs()).map(({ attempts }) => attempts).toSorted()).toEqual([1, 1, 2, 2, 2, 2])
  expect(heard.toSorted()).toEqual(ids.toSorted())
  const { schedules } = await second.client.call(listSchedules, { params })
  expect(schedules.every(({ next_at: next }) => Date.parse(next ?? '') > Date.now())).toBe(true)
  await second.program.end('SIGTERM')
}, 120_000)
