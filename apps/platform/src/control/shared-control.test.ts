/** Processes that share a control plane do each job once, and take over the work of stopped processes. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Engine } from '../engines/engine.js'
import { testCluster, urlOf } from '../engines/testing/test-cluster.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { createNotify } from '../notifications/notify.js'
import { memberJoined } from '../notifications/notices.js'
import { archiveAllRows } from './notifications.js'
import { heardProjectChanges, type HeardProjectChanges } from './heard-project-changes.js'
import { tidyOnce } from './keep-tidy.js'
import { openControlDatabase } from './open-control-database.js'
import type { ControlDatabase } from './control-database.js'
import { leaveProcess, holderOf, livePeers, seeProcess } from './processes.js'
import { claimStatus, deleteLostProjectRow, insertProject, projectByRef, renameProject } from './projects.js'
import { readSamples } from './samples.js'
import { DATA_CHANNEL, tellDataChange } from './data-changes.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { createSampledLife } from '../services/sampled-life.js'
import { claimUnfinished, markAway, markBack } from './unfinished-projects.js'

const ONE = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const ADDRESS = 'http://127.0.0.1:1'
let directory: TemporaryDirectory
let cluster: Engine
let url: string
/** As two processes have it. */
let one: ControlDatabase
let other: ControlDatabase

beforeAll(async () => {
  directory = await temporaryDirectory()
  cluster = await testCluster(directory.path)
  await cluster.open('control')
  url = await urlOf(directory.path, 'control')
  const first = openControlDatabase({ dataDir: directory.path, databaseUrl: url })
  await first.ready
  one = first
  other = openControlDatabase({ dataDir: directory.path, databaseUrl: url })
  await one.script(`insert into control.organizations (slug, name) values ('acme', 'Acme')`)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await cluster.close()
  await directory.remove()
})
beforeEach(() =>
  one.script('delete from control.projects; delete from control.processes; delete from control.jobs'),
)

const see = (id: string) => one.write([seeProcess({ installation_id: id, address: ADDRESS })])
const goAway = (id: string, since = '31 seconds') =>
  one.write([
    {
      sql: `update control.processes set seen_at = now() - $2::interval where installation_id = $1::uuid`,
      parameters: [id, since],
    },
  ])

async function addProject(ref: string, installationId: string | null, workerId?: string): Promise<void> {
  const database = { host: 'x', port: 1, name: 'x', user: 'x' }
  const engine = installationId === null ? 'postgres' : 'cluster'
  const more = workerId === undefined ? {} : { workerId }
  const project = {
    ref,
    name: ref,
    organizationId: 1,
    region: 'local',
    engine,
    installationId,
    database,
  } as const
  await one.write([insertProject({ ...project, ...more })])
}

async function claim(control: ControlDatabase, id: string, of: 'own-and-others' | 'others') {
  const claimed = await claimUnfinished(control, ['COMING_UP', 'PAUSING'], id, of)
  return claimed.map(({ ref }) => ref)
}

test('a process is alive from its first heartbeat until it stops, or for 30 s after its last heartbeat', async () => {
  await see(ONE)
  expect(await livePeers(other, OTHER)).toEqual([{ installation_id: ONE, address: ADDRESS }])
  expect(await livePeers(one, ONE)).toEqual([])
  await goAway(ONE)
  expect(await livePeers(other, OTHER)).toEqual([])
  await see(ONE)
  expect(await livePeers(other, OTHER)).toHaveLength(1)
  await one.write([leaveProcess(ONE)])
  expect(await livePeers(other, OTHER)).toEqual([])
})

test('the holder of a database is known, and its address only while it is alive', async () => {
  await see(ONE)
  await addProject('held', ONE)
  await addProject('added', null)
  expect(await holderOf(other, 'held')).toEqual({ installation_id: ONE, address: ADDRESS, is_lost: false })
  await goAway(ONE)
  expect(await holderOf(other, 'held')).toEqual({ installation_id: ONE, address: null, is_lost: false })
  expect(await holderOf(other, 'added')).toEqual({ installation_id: null, address: null, is_lost: false })
  expect(await holderOf(other, 'missing')).toBeUndefined()
})

test('a holder is lost once it has been away for a day; only then its projects are deleted without it', async () => {
  const isGone = async () => (await other.write([deleteLostProjectRow('held')])).ok
  await see(ONE)
  await see(OTHER)
  await addProject('held', ONE)
  await addProject('added', null)
  await one.write([leaveProcess(ONE)])
  expect(await holderOf(other, 'held')).toMatchObject({ address: null, is_lost: false })
  await goAway(ONE, '23:59:00')
  expect([await holderOf(other, 'held'), await isGone()]).toMatchObject([{ is_lost: false }, false])
  await goAway(ONE, '24:00:01')
  expect(await holderOf(other, 'held')).toMatchObject({ is_lost: true })
  expect(await isGone()).toBe(true)
  expect(await holderOf(other, 'held')).toBeUndefined()
  expect((await other.write([deleteLostProjectRow('added')])).ok).toBe(false)
})

test('work on a database by URL stays with its process, and moves to one other when that is away', async () => {
  await see(ONE)
  await see(OTHER)
  await addProject('added', null, ONE)
  expect(await claim(other, OTHER, 'own-and-others')).toEqual([])
  await goAway(ONE)
  expect(await claim(other, OTHER, 'others')).toEqual(['added'])
})

test('of two processes that ask at once, one gets the abandoned work', async () => {
  await see(ONE)
  await see(OTHER)
  await addProject('added', null, '00000000-0000-4000-8000-000000000003')
  const claimed = await Promise.all([claim(one, ONE, 'others'), claim(other, OTHER, 'others')])
  expect(claimed.flat()).toEqual(['added'])
})

test('a restarted process resumes its own work, and does not start it twice', async () => {
  await see(ONE)
  await addProject('added', null, ONE)
  await addProject('held', ONE, ONE)
  expect(await claim(one, ONE, 'others')).toEqual([])
  expect(await claim(one, ONE, 'own-and-others')).toEqual(['added', 'held'])
})

test('work on a database that another process holds is never taken', async () => {
  await addProject('held', ONE, ONE)
  expect(await claim(other, OTHER, 'own-and-others')).toEqual([])
  expect(await claim(other, OTHER, 'others')).toEqual([])
})

test('a project is unhealthy while its holder is away, and healthy when the holder is back', async () => {
  await see(ONE)
  await addProject('held', ONE)
  await addProject('added', null)
  for (const ref of ['held', 'added'])
    await one.write([claimStatus(ref, ['COMING_UP'], 'ACTIVE_HEALTHY', { workerId: ONE })])
  await other.write([markAway])
  expect(await projectByRef(other, 'held')).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  await goAway(ONE)
  await other.write([markAway])
  expect(await projectByRef(other, 'held')).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason:
      'The Basedeck process that runs this database can’t be reached. Its operator has to start it again.',
  })
  expect(await projectByRef(other, 'added')).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  await one.write([markBack(ONE)])
  expect(await projectByRef(other, 'held')).toMatchObject({ status: 'ACTIVE_HEALTHY', status_reason: null })
})

test('the control plane is tidied by one process, and again when that failed', async () => {
  const failing = { ...one, write: () => one.write([{ sql: 'select 1 / 0' }]) }
  await expect(tidyOnce(failing, 30)).rejects.toThrow('division by zero')
  const done = await Promise.all([tidyOnce(one, 30), tidyOnce(other, 30)])
  expect(done.toSorted()).toEqual([false, true])
  expect(await tidyOnce(one, 30)).toBe(false)
  await one.script(`update control.jobs set done_at = now() - interval '6 hours'`)
  expect(await tidyOnce(other, 30)).toBe(true)
})

test('a database that two processes use is measured once', async () => {
  await addProject('added', null)
  const run = async () => ({ results: [{ rows: [['{"size_bytes": 10, "connections": 2}']] }] })
  const life = { database: async () => ({ run }) } as unknown as ProjectLife
  const written = vi.fn<(isKept: boolean) => void>()
  const measuredBy = (control: ControlDatabase) =>
    createSampledLife({
      life,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      control: {
        async write(statements) {
          const answer = await control.write(statements)
          written(answer.ok)
          return answer
        },
      },
    })
  await Promise.all([measuredBy(one).database('added'), measuredBy(other).database('added')])
  await vi.waitFor(() => expect(written.mock.calls.flat().toSorted()).toEqual([false, true]))
  expect(await readSamples(one, 'added', new Date())).toHaveLength(1)
})

test('changes of every process are reported, and subscribers are told when they can’t be', async () => {
  const heard: HeardProjectChanges = heardProjectChanges(url, pino({ level: 'silent' }))
  const told: (string | boolean)[] = []
  heard.onTurn(() => told.push(heard.isWhole()))
  heard.subscribe((ref) => told.push(ref))
  const tells = (expected: (string | boolean)[]) => vi.waitFor(() => expect(told.splice(0)).toEqual(expected))
  expect(heard.isWhole()).toBe(false)
  await tells([true])
  await addProject('shop', null)
  await tells(['shop'])
  await other.write([renameProject('shop', 'Renamed', undefined)])
  await tells(['shop'])
  await one.write([renameProject('shop', 'Stale', '2000-01-01')])
  await one.script(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen basedeck_projects'`,
  )
  await vi.waitFor(() => expect(told).toEqual([false, true]), { timeout: 10_000 })
  told.length = 0
  await other.script('delete from control.projects')
  await tells(['shop'])
  await heard.close()
})

test('data that another process changed is reported; of a topic that is not known nothing is', async () => {
  const heard = heardProjectChanges(url, pino({ level: 'silent' }))
  const told: string[] = []
  heard.onData(({ topic, ref }) => told.push(`${topic} ${ref}`))
  await vi.waitFor(() => expect(heard.isWhole()).toBe(true))
  await other.script(`notify ${DATA_CHANNEL}, 'weather shop'`)
  await other.append([tellDataChange({ topic: 'storage', ref: 'shop' })])
  await other.append([tellDataChange({ topic: 'schema', ref: 'shop' })])
  await vi.waitFor(() => expect(told).toEqual(['storage shop', 'schema shop']))
  await heard.close()
})

test('an inbox that another process changes is reported once for each person and statement', async () => {
  const [ada, bo] = [ONE, OTHER]
  await one.script(`
    insert into control.profiles (id, first_name) values ('${ada}', 'Ada'), ('${bo}', 'Bo');
    insert into control.members (organization_id, profile_id, role)
      select id, '${ada}'::uuid, 'owner' from control.organizations union all
      select id, '${bo}'::uuid, 'developer' from control.organizations`)
  const heard = heardProjectChanges(url, pino({ level: 'silent' }))
  const told: string[] = []
  heard.onNotifications((id) => told.push(id))
  await vi.waitFor(() => expect(heard.isWhole()).toBe(true))
  const tells = (...expected: string[]) =>
    vi.waitFor(() => expect(told.splice(0).toSorted()).toEqual(expected.toSorted()))
  const notify = createNotify({ control: other, log: pino({ level: 'silent' }) })
  const [organization] = await one.select<{ id: number }>('select id from control.organizations')
  const notice = memberJoined(
    { id: organization!.id, name: 'Acme' },
    { id: bo, name: 'Bo', role: 'Developer' },
  )
  await notify({ ...notice, about: { audience: 'members', organizationId: organization!.id } })
  await tells(ada, bo)
  // Both processes learn of one thing at the same moment.
  const failed = {
    ...notice,
    fact: 'both see it',
    about: { audience: 'members', organizationId: organization!.id } as const,
  }
  const both = [one, other].map((control) => createNotify({ control, log: pino({ level: 'silent' }) }))
  await Promise.all([...both, ...both, ...both].map((tell) => tell(failed)))
  const rows = await one.select(`select profile_id from control.notifications where fact = 'both see it'`)
  expect(rows).toHaveLength(2)
  await tells(ada, bo)
  const sight = { profileId: ada, audiences: [`${organization!.id}:members`], onlyProject: undefined }
  await other.append([archiveAllRows(sight)])
  await tells(ada)
  await other.script(`delete from control.members where profile_id = '${bo}'`)
  await tells(bo)
  await heard.close()
  await one.script('delete from control.profiles')
})
