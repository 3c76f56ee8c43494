/** The log of a project in two processes: each keeps the lines of what it answered, and a search at either finds both. */
import { createProject, getProject, searchLogs, setUp } from '@basedeck/platform-client'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PASSWORD } from './test-api.js'
import { startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

vi.setConfig({ testTimeout: 60_000 })
const BOTH = [0, 1] as const
let two: TwoProcesses
let owner: Visitor
/** Held by the first process. */
let ref: string
beforeAll(async () => {
  two = await startTwoProcesses()
  owner = two.visitor()
  const setup_code = /set-up\?code=(\S+)/.exec(two.processes[0].output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await owner.at(0).call(setUp, { body: { setup_code, ...person, organization_name: 'Two' } })
  ref = (await owner.at(0).call(createProject, { body: { name: 'Held', organization_slug: 'two' } })).ref
}, 120_000)
afterAll(() => two?.stop())

const search = (which: 0 | 1, request_id?: string) =>
  owner.at(which).call(searchLogs, { params: { ref }, query: { request_id } })
const apiOf = (which: 0 | 1) =>
  /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1] ?? ''

test('a search at either process finds the lines of both, each once', async () => {
  await Promise.all(BOTH.map((which) => owner.at(which).call(getProject, { params: { ref } })))
  const pages = await Promise.all(BOTH.map((which) => search(which)))
  for (const { lines, processes_away, status } of pages) {
    expect([processes_away, status]).toEqual([0, { state: 'kept' }])
    const reads = lines.filter(({ message }) => message === 'GET /platform/projects/{ref} 200')
    expect(reads.length).toBeGreaterThanOrEqual(2)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  }
})

test('a call that is forwarded to the holder has one line', async () => {
  const id = randomUUID()
  await fetch(`${apiOf(1)}/${ref}/rest/v1/nothing`, { headers: { 'x-request-id': id } })
  await expect.poll(async () => (await search(1, id)).lines.length).toBeGreaterThan(0)
  expect((await search(0, id)).lines).toMatchObject([{ source: 'data', request_id: id }])
})

test('a process that was killed is counted as away, and the lines of the other one are found', async () => {
  await two.processes[1].end('SIGKILL')
  const { lines, processes_away } = await search(0)
  expect(lines.length).toBeGreaterThan(0)
  expect(processes_away).toBe(1)
})
