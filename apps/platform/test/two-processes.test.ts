/** Several processes on one control plane, behind a proxy: each call is answered as if there were one. */
import {
  acceptInvitation,
  beginExport,
  cancelExport,
  cancelQuery,
  createAccessToken,
  createBucket,
  createInvitation,
  createProject,
  deleteProject,
  deleteAccessToken,
  exportProgress,
  getProfile,
  getProject,
  getTemporaryKey,
  listenEvents,
  listProjects,
  listRunning,
  newId,
  pauseProject,
  queryProgress,
  queryTyped,
  removeMember,
  resumeProject,
  setUp,
  signIn,
  signOut,
  updateMember,
  updateProject,
  type Client,
  type PlatformEvent,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD } from './test-api.js'
import { startGate, startTwoProcesses, type TwoProcesses, type Visitor } from './two-processes.js'

const BOTH = [0, 1] as const
const notFound = { status: 404, code: 'project_not_found' }
const LONG = 'select pg_sleep(600)'
let two: TwoProcesses
let owner: Visitor
const params = { slug: 'two' }
/** Held by the first process. */
let held: string
/** Reached by URL, from any process. */
let added: string

beforeAll(async () => {
  two = await startTwoProcesses()
  owner = two.visitor()
})
afterAll(() => two?.stop())

const codeOf = (which: 0 | 1) => /set-up\?code=(\S+)/.exec(two.processes[which].output())?.[1] ?? ''

async function run(client: Client, ref: string, query: string, runId = newId()) {
  const answer = await client.call(queryTyped, { params: { ref }, body: { query, runId, timeoutMs: 0 } })
  return answer.results.at(-1)?.rows
}

/** Why a call failed. It is listened to from the start: a refusal may come while the test still waits for another thing. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => error,
  )

const isHealthy = (ref: string) =>
  vi.waitFor(
    async () => {
      const { status } = await owner.client.call(getProject, { params: { ref } })
      expect(status).toBe('ACTIVE_HEALTHY')
    },
    { timeout: 20_000, interval: 50 },
  )

/** A member who was invited. */
async function member(name: string, role_id: string): Promise<Visitor> {
  const body = { email: `${name}@example.com`, role_id }
  const { link } = await owner.client.call(createInvitation, { params, body })
  const token = /invitation\/([\w-]+)/.exec(link ?? '')?.[1] ?? ''
  const visitor = two.visitor()
  await visitor.client.call(acceptInvitation, {
    params: { token },
    body: { first_name: name, password: PASSWORD },
  })
  return visitor
}

test('the set-up code that one process printed is good at the other, and the session at both', async () => {
  expect(codeOf(0)).not.toBe('')
  await owner.at(1).call(setUp, {
    body: {
      setup_code: codeOf(0),
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive',
      organization_name: 'Two',
    },
  })
  for (const which of BOTH)
    expect(await owner.at(which).call(getProfile, {})).toMatchObject({ primary_email: 'owner@example.com' })
})

test('a project is held by the process that made it, and is used through either', async () => {
  const body = { name: 'Held', organization_slug: 'two' }
  held = (await owner.at(0).call(createProject, { body })).ref
  await isHealthy(held)
  await run(owner.at(1), held, 'create table notes (text text)')
  await run(owner.at(0), held, `insert into notes values ('made at one, read at the other')`)
  expect(await run(owner.at(1), held, 'select text from notes')).toEqual([['made at one, read at the other']])
  // The engine of the other process is not reported.
  const [one, other] = await Promise.all(
    BOTH.map((which) => owner.at(which).call(getProject, { params: { ref: held } })),
  )
  expect(other).toEqual(one)
})

test('files of a project are uploaded and read through either process, and kept by the one that holds it', async () => {
  const { client } = owner
  await client.call(createBucket, { params: { ref: held }, body: { id: 'files' } })
  const { api_key } = await client.call(getTemporaryKey, { params: { ref: held } })
  const apiOf = (which: 0 | 1) =>
    /project API +(http:\/\/127\.0\.0\.1:\d+)/.exec(two.processes[which].output())?.[1]
  for (const which of BOTH) {
    const url = `${apiOf(which)}/${held}/storage/v1/object/files/by%20${which}`
    const headers = { apikey: api_key }
    const put = await fetch(url, { method: 'POST', headers, body: `content ${which}` })
    expect(put.status).toBe(200)
    const other = url.replace(apiOf(which) ?? '', apiOf(which === 0 ? 1 : 0) ?? '')
    const part = await fetch(other, { headers: { ...headers, range: 'bytes=0-6' } })
    expect([part.status, await part.text()]).toEqual([206, 'content'])
  }
  expect(existsSync(join(two.folder, 'data-0', 'projects', held, 'objects'))).toBe(true)
  expect(existsSync(join(two.folder, 'data-1', 'projects', held, 'objects'))).toBe(false)
})

test('PostgreSQL’s own report of a mistake comes through whole', async () => {
  const mistake = run(owner.at(1), held, 'select nothing_such')
  await expect(mistake).rejects.toMatchObject({ status: 400, code: '42703' })
})

test('a long run ends when its caller disconnects, and by a cancel through another process', async () => {
  const runId = newId()
  const long = refusal(run(owner.at(1), held, LONG, runId))
  const progress = (client: Client) => client.call(queryProgress, { params: { ref: held, runId } })
  await vi.waitFor(async () => expect(await progress(owner.at(0))).toMatchObject({ state: 'running' }))
  const cancelled = await owner.at(0).call(cancelQuery, { params: { ref: held, runId } })
  expect(cancelled).toEqual({ cancelled: true })
  expect(await long).toMatchObject({ code: '57014' })

  const leaves = new AbortController()
  const left = refusal(
    owner
      .at(1)
      .call(
        queryTyped,
        { params: { ref: held }, body: { query: LONG, runId, timeoutMs: 0 } },
        { signal: leaves.signal },
      ),
  )
  await vi.waitFor(async () => expect(await progress(owner.at(0))).toMatchObject({ state: 'running' }))
  leaves.abort()
  expect(await left).toMatchObject({ kind: 'aborted' })
  await vi.waitFor(async () =>
    expect(await progress(owner.at(0))).toEqual({ state: 'ended', outcome: 'rolled_back' }),
  )
})

test('a database by URL works at any process, and its run can be cancelled through any by its caller', async () => {
  const body = { name: 'Added', organization_slug: 'two', database_url: two.databaseUrl }
  added = (await owner.at(1).call(createProject, { body })).ref
  await isHealthy(added)
  const runId = newId()
  const at = { params: { ref: added, runId } }
  const long = refusal(run(owner.at(0), added, LONG, runId))
  await vi.waitFor(async () =>
    expect(await owner.at(1).call(queryProgress, at)).toMatchObject({ state: 'running' }),
  )
  const colleague = await member('colleague', 'developer')
  // Another account's run is not visible, at any process.
  expect(await colleague.at(1).call(cancelQuery, at)).toEqual({ cancelled: false })
  expect(await owner.at(1).call(cancelQuery, at)).toEqual({ cancelled: true })
  expect(await long).toMatchObject({ code: '57014' })
  expect(await owner.at(1).call(cancelQuery, at)).toEqual({ cancelled: false })
})

test('an export begun at one process is followed, fetched and cancelled through the other', async () => {
  for (const ref of [held, added]) {
    const body = { query: 'select generate_series(1, 20000) as n', format: 'csv', name: 'numbers' } as const
    const { id, path } = await owner.at(0).call(beginExport, { params: { ref }, body })
    const at = { params: { ref, exportId: id } }
    expect(await owner.at(1).call(exportProgress, at)).toMatchObject({ state: 'waiting' })
    const file = await owner.fetch(1, path)
    expect(file.headers.get('content-disposition')).toContain('numbers.csv')
    expect((await file.text()).trim().split('\n')).toHaveLength(20_001)
    expect(await owner.at(1).call(exportProgress, at)).toMatchObject({ state: 'done', rows: 20_000 })
    const other = await owner.at(0).call(beginExport, { params: { ref }, body })
    const cancel = owner.at(1).call(cancelExport, { params: { ref, exportId: other.id } })
    expect(await cancel).toEqual({ cancelled: true })
    expect((await owner.fetch(1, other.path)).status).toBe(404)
  }
})

test('dashboards at one process get the changes made at the other', async () => {
  const events = owner.at(1).events(listenEvents, {})
  const next = async (): Promise<PlatformEvent | undefined> => {
    const { value = undefined } = await events.next()
    return value?.type === 'alive' ? next() : value
  }
  await vi.waitFor(async () => expect(await next()).toEqual({ type: 'hello', isWhole: true }))
  await owner.at(0).call(updateProject, { params: { ref: held }, body: { name: 'Renamed' } })
  // What other tests changed may be told late, and comes first.
  await vi.waitFor(async () =>
    expect(await next()).toMatchObject({ type: 'project', ref: held, name: 'Renamed' }),
  )
  await events.return()
})

test('pausing a database by URL at one process ends what runs in it at the other', async () => {
  const runId = newId()
  const long = refusal(run(owner.at(1), added, LONG, runId))
  await vi.waitFor(async () =>
    expect(await owner.at(1).call(queryProgress, { params: { ref: added, runId } })).toMatchObject({
      state: 'running',
    }),
  )
  await owner.at(0).call(pauseProject, { params: { ref: added } })
  expect(await long).toMatchObject({ code: expect.stringMatching(/57014|database_un/) })
  await expect(run(owner.at(1), added, 'select 1')).rejects.toMatchObject({ code: 'project_inactive' })
  await vi.waitFor(() => owner.at(1).call(resumeProject, { params: { ref: added } }))
  await isHealthy(added)
})

test('a role, a membership and a token that end at one process have ended at the other', async () => {
  const helper = await member('helper', 'developer')
  const { id: profile_id } = await helper.client.call(getProfile, {})
  await run(helper.at(1), held, 'create table helped (id int)')
  await owner.at(0).call(updateMember, { params: { ...params, profile_id }, body: { role_id: 'read_only' } })
  await expect(run(helper.at(1), held, 'drop table helped')).rejects.toThrow()
  await owner.at(0).call(removeMember, { params: { ...params, profile_id } })
  await expect(run(helper.at(1), held, 'select 1')).rejects.toMatchObject({ code: 'project_not_found' })

  const { id, token } = await owner.at(0).call(createAccessToken, { body: { name: 'script' } })
  const script = (which: 0 | 1) =>
    two.visitor().fetch(which, '/platform/profile', { headers: { authorization: `Bearer ${token}` } })
  expect((await script(1)).status).toBe(200)
  await owner.at(0).call(deleteAccessToken, { params: { id } })
  expect((await script(1)).status).toBe(401)
})

test('a session that ends at one process has ended at the other', async () => {
  const visitor = two.visitor()
  await visitor.at(0).call(signIn, { body: { email: 'owner@example.com', password: PASSWORD } })
  await visitor.at(1).call(getProfile, {})
  const cookie = visitor.cookies()
  await visitor.at(0).call(signOut, { body: { scope: 'here' } })
  const answer = await two.visitor().fetch(1, '/platform/profile', { headers: { cookie } })
  expect(answer.status).toBe(401)
})

test('wrong passwords are counted over all processes', async () => {
  const guesser = two.visitor()
  const statuses: unknown[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const guess = guesser.client.call(signIn, { body: { email: 'guessed@example.com', password: 'x' } })
    statuses.push(await guess.catch(({ status }: { status: number }) => status))
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('the audit log and the limits see the visitor, not the process that forwarded the call', async () => {
  const headers = { 'x-test-visitor': '198.51.100.9', 'content-type': 'application/json', version: '2' }
  const body = JSON.stringify({ query: 'create table seen (id int)', runId: newId() })
  const answer = await owner.fetch(1, `/platform/pg-meta/${held}/query`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const [line] = await two.control.select<{ ip: string }>(
    `select ip from control.audit_log where action = 'database.write' and target like '%seen%'`,
  )
  expect(line?.ip).toBe('198.51.100.9')
})

test('a forged forwarding header gives no access', async () => {
  const said = Buffer.from(JSON.stringify({ to: 'x', at: Date.now(), ip: '198.51.100.9' })).toString(
    'base64url',
  )
  const headers = { 'x-basedeck-forwarded': `${said}.${said}`, origin: 'https://evil.example' }
  const answer = await owner.fetch(1, `/platform/projects/${held}/pause`, { method: 'POST', headers })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'foreign_origin' })
})

test('strangers get the same answer from both processes', async () => {
  const stranger = await member('stranger', 'developer')
  const { id: profile_id } = await stranger.client.call(getProfile, {})
  await owner.client.call(removeMember, { params: { ...params, profile_id } })
  for (const which of BOTH) {
    const signedOut = two.visitor().at(which)
    await expect(run(signedOut, held, 'select 1')).rejects.toMatchObject({ code: 'signed_out' })
    await expect(run(stranger.at(which), held, 'select 1')).rejects.toMatchObject(notFound)
  }
})

test('a process with another secret key is refused', async () => {
  const env = { BASEDECK_SECRET_KEY: 'another secret key, which opens nothing here' }
  await expect(two.start('another', env)).rejects.toThrow('The secret key is not the one that encrypted')
})

test('a killed process: its databases are unavailable, its jobs are taken over, and it comes back', async () => {
  const { ref: lost } = await owner
    .at(0)
    .call(createProject, { body: { name: 'Lost', organization_slug: 'two' } })
  await isHealthy(lost)
  const gate = await startGate(two.databaseUrl)
  const body = { name: 'Begun', organization_slug: 'two', database_url: gate.url }
  const { ref: begun } = await owner.at(0).call(createProject, { body })
  await vi.waitFor(() => expect(gate.waiting()).toBeGreaterThan(0))
  const broken = refusal(run(owner.at(1), held, LONG))
  await vi.waitFor(async () => expect(await running(held)).toContain(LONG))
  await two.processes[0].end('SIGKILL')
  expect(await broken).toMatchObject({ status: 502, code: 'holder_broke_off' })

  const away = { status: 503, code: 'holder_away' }
  const [row] = await two.control.select<{ installation_id: string; address: string }>(
    'select d.installation_id, r.address from control.databases d join control.processes r using (installation_id)',
  )
  const refused = await refusal(run(owner.at(1), held, 'select 1'))
  expect(refused).toMatchObject({ ...away, body: { process: row?.installation_id } })
  const colleague = two.visitor()
  const credentials = { email: 'colleague@example.com', password: PASSWORD }
  await colleague.at(1).call(signIn, { body: credentials })
  expect(refused).toMatchObject({ retryAfterSeconds: 5 })
  const told = await refusal(run(colleague.at(1), held, 'select 1'))
  expect(told).toMatchObject(away)
  // Callers never see the processes' internal addresses.
  expect(JSON.stringify([refused, told])).not.toContain(new URL(row?.address ?? '').host)
  expect(JSON.stringify(told)).not.toContain(row?.installation_id)

  const stranger = two.visitor()
  await stranger.at(1).call(signIn, { body: { email: 'stranger@example.com', password: PASSWORD } })
  await expect(run(stranger.at(1), held, 'select 1')).rejects.toMatchObject(notFound)

  expect(await run(owner.at(1), added, 'select 1')).toEqual([['1']])
  expect(await owner.at(1).call(getProject, { params: { ref: held } })).toMatchObject({ name: 'Renamed' })

  await two.control.script(`update control.processes set seen_at = now() - interval '1 minute'
    where installation_id = '${row?.installation_id}'`)
  gate.open()
  const statusOf = async (ref: string) =>
    (await owner.at(1).call(listProjects, {})).find((project) => project.ref === ref)?.status
  await vi.waitFor(async () => expect(await statusOf(begun)).toBe('ACTIVE_HEALTHY'), { timeout: 20_000 })
  expect(await statusOf(held)).toBe('ACTIVE_UNHEALTHY')
  await gate.stop()

  const deleteLost = () => owner.at(1).call(deleteProject, { params: { ref: lost }, body: { name: 'Lost' } })
  await expect(deleteLost()).rejects.toMatchObject(away)
  await two.control.script(`update control.processes set seen_at = now() - interval '25 hours'
    where installation_id = '${row?.installation_id}'`)
  const folder = `projects/${lost}`
  expect(await deleteLost()).toEqual({
    ref: lost,
    files_left: { folder, process: row?.installation_id },
  })
  expect(await statusOf(lost)).toBeUndefined()
  expect(existsSync(join(two.folder, 'data-0', folder, 'pg', 'PG_VERSION'))).toBe(true)
  await expect(
    owner.at(1).call(deleteProject, { params: { ref: held }, body: { name: 'wrong' } }),
  ).rejects.toMatchObject({ code: 'name_mismatch' })

  await two.start(0)
  expect(await statusOf(held)).toBe('ACTIVE_HEALTHY')
  expect(await run(owner.at(1), held, 'select text from notes')).toEqual([['made at one, read at the other']])
}, 60_000)

async function running(ref: string): Promise<string> {
  return JSON.stringify(await owner.at(1).call(listRunning, { params: { ref } }))
}
