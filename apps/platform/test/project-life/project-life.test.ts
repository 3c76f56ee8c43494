import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../../src/control/control-database.js'
import { listApiKeyRows } from '../../src/control/api-keys.js'
import { seeProcess } from '../../src/control/processes.js'
import { DatabaseError, EngineError } from '../../src/engines/engine.js'
import { parseDatabaseUrl } from '../../src/engines/server/database-url.js'
import { createLog } from '../../src/log.js'
import type { NewProjectRequest, ProjectLife } from '../../src/project-life/project-life.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { asker, lifeStage, type LifeStage } from './life-stage.js'

let stage: LifeStage
let registry: FakeRegistry
let life: ProjectLife
beforeAll(async () => {
  stage = await lifeStage()
})
afterAll(() => stage.control.remove())
beforeEach(() => {
  registry = new FakeRegistry()
  life = stage.life(registry)
})
afterEach(() => life.close())

const unreachable = () =>
  new EngineError('unreachable', 'No database answers at db.example.org:5432: hung up.')

/** A project with a database. */
async function healthy(more?: Partial<NewProjectRequest>): Promise<string> {
  const { ref } = await life.create(stage.request(more), asker)
  await life.settled()
  expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  return ref
}

const query = async (ref: string) => (await life.database(ref)).run({ runId: 'query', query: 'select 1' })

describe('creating', () => {
  test('a project comes up, then is healthy, and its version is known', async () => {
    registry.hold()
    const made = await life.create(stage.request({ name: 'Shop' }), asker)
    expect(made).toMatchObject({ name: 'Shop', status: 'COMING_UP', engine: 'cluster', version_number: null })
    expect(made.ref).toMatch(/^[a-z]{20}$/)
    expect(await stage.status(made.ref)).toBe('COMING_UP')
    registry.release()
    await life.settled()
    expect(await stage.row(made.ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      status_reason: null,
      version_number: 150_018,
      postgres_major: 15,
      region: 'local',
      installation_id: stage.deps.installationId,
    })
    expect(await stage.actions(made.ref)).toEqual(['project.create'])
  })

  test('it has its keys from the first moment, encrypted', async () => {
    const ref = await healthy()
    const keys = await listApiKeyRows(stage.control, ref)
    expect(keys.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'publishable default',
      'secret default',
      'legacy anon',
      'legacy service_role',
    ])
    for (const { id, type, value, prefix } of keys) {
      const opened = stage.deps.box.open(value, `project ${ref} api_key ${id}`)
      expect(opened).toMatch(type === 'legacy' ? /^eyJ/ : new RegExp(`^bd_${type}_`))
      expect(opened.startsWith(prefix)).toBe(true)
      expect(prefix.length).toBeLessThan(opened.length / 2)
      expect(value).not.toContain(opened)
    }
  })

  test('the password that is given reaches the engine, and is not kept afterwards', async () => {
    const ref = await healthy({ ownerPassword: 'hush-hush-hush' })
    expect(registry.options.get(ref)).toEqual({ ownerPassword: 'hush-hush-hush' })
    const names = await stage.control.select<{ name: string }>(
      `select s.name from control.project_secrets s join control.projects p on p.id = s.project_id
       where p.ref = $1`,
      [ref],
    )
    expect(names).toEqual([{ name: 'jwt_secret' }])
  })

  test('what can’t be made has failed with the reason; resuming tries again', async () => {
    registry.failures.set('open', new EngineError('unavailable', 'PostgreSQL’s initdb failed: disk full'))
    const { ref } = await life.create(stage.request(), asker)
    await life.settled()
    const reason = 'PostgreSQL’s initdb failed: disk full'
    expect(await stage.row(ref)).toMatchObject({ status: 'INIT_FAILED', status_reason: reason })
    await expect(query(ref)).rejects.toMatchObject({ code: 'database_unavailable', message: reason })
    registry.failures.clear()
    await life.resume(ref, asker)
    await life.settled()
    expect(await stage.row(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', status_reason: null })
    expect(await stage.actions(ref)).toEqual(['project.create', 'project.resume'])
  })

  test('an unexpected error fails it too, and is not repeated', async () => {
    registry.failures.set('open', new Error('hush'))
    const { ref } = await life.create(stage.request(), asker)
    await life.settled()
    const row = await stage.row(ref)
    expect(row?.status).toBe('INIT_FAILED')
    expect(row?.status_reason).toMatch(/log/)
    expect(row?.status_reason).not.toContain('hush')
  })

  test('an added database is kept by its URL, encrypted, with how it is trusted', async () => {
    const url = 'postgresql://me:hush-hush@db.example.org:6000/shop'
    const ref = await healthy({ existing: { url, tls: { mode: 'require' } } })
    expect(await stage.row(ref)).toMatchObject({
      engine: 'postgres',
      installation_id: null,
      db_host: 'db.example.org',
      db_port: 6000,
      db_name: 'shop',
      db_user: 'me',
    })
    expect(registry.places.get(ref)).toMatchObject({
      engine: 'postgres',
      url: { host: 'db.example.org', plainWillDo: false, config: { password: 'hush-hush' } },
    })
    const stored = await stage.control.select<{ value: string }>('select value from control.project_secrets')
    expect(JSON.stringify(stored)).not.toContain('hush')
    expect(JSON.stringify(await stage.row(ref))).not.toContain('hush')
  })

  test.each([
    'postgresql://me:hush@%2Fvar%2Frun/db',
    'postgresql://me:hush@host/db?sslrootcert=/etc/passwd',
    'postgresql://me:hush@host/db?sslmode=no',
  ])('an address that can’t be used is refused, and no project begins: %s', async (url) => {
    const before = await stage.control.select('select ref from control.projects')
    const attempt = life.create(stage.request({ existing: { url, tls: undefined } }), asker)
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_body' })
    await expect(attempt).rejects.not.toThrow('hush')
    expect(await stage.control.select('select ref from control.projects')).toEqual(before)
  })

  test('an engine that does not run here is refused with its reason', async () => {
    registry.offers = [{ kind: 'cluster', available: false, reason: 'No PostgreSQL is installed.' }]
    await expect(life.create(stage.request(), asker)).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: 'No PostgreSQL is installed.',
    })
  })

  test('a database that an older program made stays with its engine', async () => {
    registry.makers.set('older', 'pglite')
    await life.create(stage.request({ ref: 'older' }), null)
    await life.settled()
    expect(registry.places.get('older')).toEqual({ id: 'older', engine: 'pglite' })
  })

  test('a name for it that is taken is refused', async () => {
    const ref = await healthy()
    await expect(life.create(stage.request({ ref }), asker)).rejects.toMatchObject({ code: 'name_taken' })
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })
})

describe('opening', () => {
  test('a call that comes while the project comes up waits for it', async () => {
    registry.hold()
    const { ref } = await life.create(stage.request(), asker)
    const asked = query(ref)
    registry.release()
    await asked
    expect(registry.log.filter((line) => line.startsWith('open'))).toHaveLength(2)
  })

  test('a database that can’t be opened makes the project unhealthy with the reason, and healthy again', async () => {
    const ref = await healthy()
    registry.failures.set('open', unreachable())
    await expect(query(ref)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await stage.row(ref)).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      status_reason: unreachable().message,
    })
    registry.failures.clear()
    registry.versionNumber = 150_019
    await query(ref)
    expect(await stage.row(ref)).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      status_reason: null,
      version_number: 150_019,
    })
  })

  test('a server that is lost while it is used makes the project unhealthy; it is asked before it is handed out', async () => {
    const ref = await healthy()
    const database = await life.database(ref)
    registry.failures.set('run', unreachable())
    await expect(database.run({ runId: 'lost', query: 'select 1' })).rejects.toMatchObject({
      code: 'unreachable',
    })
    await stage.reaches(ref, 'ACTIVE_UNHEALTHY')
    await expect(life.database(ref)).rejects.toMatchObject({ code: 'unreachable' })
    registry.failures.clear()
    await query(ref)
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('a server that stops unexpectedly makes the project unhealthy at once, and is logged', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    life = stage.life(registry, { log })
    const ref = await healthy()
    registry.killServer(ref)
    await stage.reaches(ref, 'ACTIVE_UNHEALTHY')
    expect((await stage.row(ref))?.status_reason).toBe(
      'PostgreSQL stopped unexpectedly (killed by SIGKILL). It starts again in a few seconds.',
    )
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        project: ref,
        signal: 'SIGKILL',
        msg: 'PostgreSQL of a project stopped unexpectedly (killed by SIGKILL); it is started again in a few seconds, or by the next call',
      },
    ])
    await query(ref)
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('a server that ends while the platform stops changes nothing', async () => {
    const ref = await healthy()
    await life.close()
    registry.killServer(ref)
    await life.settled()
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('an unhealthy project becomes healthy by itself when its database answers again', async () => {
    const ref = await healthy()
    const left = await healthy()
    await stage.leave(left, 'ACTIVE_UNHEALTHY')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      registry.failures.set('open', unreachable())
      await expect(query(ref)).rejects.toMatchObject({ code: 'unreachable' })
      await life.resumeUnfinished()
      await vi.advanceTimersByTimeAsync(5000)
      for (const one of [ref, left]) expect(await stage.status(one)).toBe('ACTIVE_UNHEALTHY')
      registry.failures.clear()
      // Between two attempts the control plane works in real time, so the fake clock advances in small steps: a
      // control plane call of 30 s would be aborted.
      await vi.waitFor(
        async () => {
          await vi.advanceTimersByTimeAsync(5000)
          for (const one of [ref, left]) expect(await stage.status(one)).toBe('ACTIVE_HEALTHY')
        },
        { timeout: 20_000 },
      )
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['a refused statement', new DatabaseError({ message: 'no', code: '42601', formattedError: '' })],
    ['a lost connection', new EngineError('lost', 'The connection was lost.')],
    ['a run id in use', new EngineError('run-id-in-use', 'Taken.')],
  ])('%s does not change the project’s status', async (_name, error) => {
    const ref = await healthy()
    registry.failures.set('run', error)
    await expect(query(ref)).rejects.toBe(error)
    await life.database(ref)
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('a busy engine does not change the project’s status either', async () => {
    const ref = await healthy()
    registry.failures.set('open', new EngineError('busy', 'Eight are at work.'))
    await expect(query(ref)).rejects.toMatchObject({ code: 'busy' })
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })

  test('what another installation keeps is not opened, paused or removed here', async () => {
    const ref = await healthy()
    const here = stage.life(new FakeRegistry(), { installationId: '00000000-0000-4000-8000-000000000000' })
    await expect(here.database(ref)).rejects.toMatchObject({ code: 'elsewhere' })
    await expect(here.pause(ref, asker)).rejects.toMatchObject({ code: 'elsewhere' })
    await expect(here.remove(ref, asker)).rejects.toMatchObject({ code: 'elsewhere' })
    await stage.leave(ref, 'COMING_UP')
    await here.resumeUnfinished()
    await here.settled()
    expect(await stage.status(ref)).toBe('COMING_UP')
    await expect(here.database(ref)).rejects.toMatchObject({ code: 'project_busy' })
    await here.close()
  })

  test('an unknown project is not found', async () => {
    const notFound = { code: 'project_not_found' }
    await expect(life.database('nowhere')).rejects.toMatchObject(notFound)
    for (const change of [life.pause, life.resume, life.remove])
      await expect(change('nowhere', asker)).rejects.toMatchObject(notFound)
  })
})

describe('pausing and resuming', () => {
  test('a paused project refuses calls with a sentence, until it is resumed', async () => {
    const ref = await healthy()
    await life.pause(ref, asker)
    expect(['PAUSING', 'INACTIVE']).toContain(await stage.status(ref))
    await life.settled()
    expect(await stage.status(ref)).toBe('INACTIVE')
    expect(registry.log.at(-1)).toBe(`stop ${ref}`)
    await expect(query(ref)).rejects.toMatchObject({
      code: 'project_inactive',
      message: 'The project is paused; resume it first',
    })
    await life.resume(ref, asker)
    await life.settled()
    await query(ref)
    expect(await stage.actions(ref)).toEqual(['project.create', 'project.pause', 'project.resume'])
  })

  test('a project that does not come back is unhealthy, not paused again', async () => {
    const ref = await healthy()
    await life.pause(ref, asker)
    await life.settled()
    registry.failures.set('open', unreachable())
    await life.resume(ref, asker)
    await life.settled()
    expect(await stage.row(ref)).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      status_reason: unreachable().message,
    })
  })

  test('an unhealthy project is restarted and repaired, and that is audited', async () => {
    const ref = await healthy()
    registry.failures.set('open', new EngineError('blocked', 'SQL of this project keeps the dashboard out.'))
    await expect(life.database(ref)).rejects.toMatchObject({ code: 'blocked' })
    expect(await stage.row(ref)).toMatchObject({
      status: 'ACTIVE_UNHEALTHY',
      status_reason: 'SQL of this project keeps the dashboard out.',
    })
    registry.failures.delete('open')
    await life.resume(ref, asker)
    await life.settled()
    expect(registry.log.slice(-2)).toEqual([`stop ${ref}`, `open ${ref}`])
    expect(registry.options.get(ref)).toEqual({ repair: true })
    expect(await stage.row(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', status_reason: null })
    expect(await stage.actions(ref)).toEqual(['project.create', 'project.repair'])
  })

  test('only a paused project can be resumed, and only an active one paused', async () => {
    const ref = await healthy()
    await expect(life.resume(ref, asker)).rejects.toMatchObject({
      code: 'project_busy',
      message: 'The project is not paused',
    })
    await life.pause(ref, asker)
    await life.settled()
    await expect(life.pause(ref, asker)).rejects.toMatchObject({ code: 'project_busy' })
    expect(await stage.actions(ref)).toEqual(['project.create', 'project.pause'])
  })

  test('a call whose database is just opening is refused when the project is paused meanwhile', async () => {
    const ref = await healthy()
    registry.hold()
    const asked = query(ref).catch((error: unknown) => error)
    await stageOpened(ref, 2)
    await life.pause(ref, asker)
    registry.release()
    expect(await asked).toMatchObject({ code: 'project_inactive' })
  })
})

/** Resolves when the registry was asked so often to open it. */
async function stageOpened(ref: string, times: number): Promise<void> {
  const opened = () => registry.log.filter((line) => line === `open ${ref}`).length
  await vi.waitFor(() => expect(opened()).toBe(times))
}

describe('removing', () => {
  test('row, keys, secrets and database are deleted; the audit log stays', async () => {
    const ref = await healthy()
    await life.remove(ref, asker)
    await life.settled()
    expect(await stage.row(ref)).toBeUndefined()
    expect(registry.made.has(ref)).toBe(false)
    expect(await listApiKeyRows(stage.control, ref)).toEqual([])
    await expect(query(ref)).rejects.toMatchObject({ code: 'project_not_found' })
    expect(await stage.actions(ref)).toEqual(['project.create', 'project.delete'])
  })

  test('a paused one and a failed one can be deleted too', async () => {
    const paused = await healthy()
    await life.pause(paused, asker)
    await life.settled()
    registry.failures.set('open', unreachable())
    const { ref: failed } = await life.create(stage.request(), asker)
    await life.settled()
    for (const ref of [paused, failed]) await life.remove(ref, asker)
    await life.settled()
    expect(await Promise.all([paused, failed].map(stage.row))).toEqual([undefined, undefined])
  })

  test('what can’t be deleted stays with the reason, and can be deleted again', async () => {
    const ref = await healthy()
    registry.failures.set('remove', new EngineError('directory', 'It can’t be deleted (EBUSY).'))
    await life.remove(ref, asker)
    await life.settled()
    expect(await stage.row(ref)).toMatchObject({
      status: 'GOING_DOWN',
      status_reason: 'It can’t be deleted (EBUSY).',
    })
    await expect(query(ref)).rejects.toThrow('being deleted')
    registry.failures.clear()
    await life.remove(ref, asker)
    await life.settled()
    expect(await stage.row(ref)).toBeUndefined()
  })

  test('a call that read the project before the removal does not create the database again', async () => {
    const { control, holdNext, release } = slowReading(stage.control)
    const slow = stage.life(registry, { control })
    const ref = await healthy()
    const looked = holdNext()
    const asked = slow.database(ref).catch((error: unknown) => error)
    await looked
    await slow.remove(ref, asker)
    await slow.settled()
    release()
    expect(await asked).toMatchObject({ code: 'project_not_found' })
    expect(registry.log.at(-1)).toBe(`remove ${ref}`)
    expect(registry.made.has(ref)).toBe(false)
    await slow.close()
  })
})

/** A control plane that can hold back an answer. */
function slowReading(control: ControlDatabase) {
  let release = (): void => {}
  let next: (() => Promise<void>) | undefined
  const selectOften: ControlDatabase['select'] = async (sql, parameters) => {
    const hold = next
    next = undefined
    const rows = await control.selectOften<never>(sql, parameters)
    await hold?.()
    return rows
  }
  return {
    control: { ...control, selectOften },
    /** Resolves when the answer has been read. */
    holdNext: () =>
      new Promise<void>((resolve) => {
        const kept = new Promise<void>((go) => (release = go))
        next = () => {
          resolve()
          return kept
        }
      }),
    release: () => release(),
  }
}

test('a project whose holder has been away for a day is deleted without it, and the remaining files are named', async () => {
  const installationId = randomUUID()
  const ref = await healthy()
  await stage.control.write([
    {
      sql: 'update control.databases set installation_id = $2::uuid where identifier = $1',
      parameters: [ref, installationId],
    },
    seeProcess({ installation_id: installationId, address: 'http://127.0.0.1:1' }),
  ])
  await expect(life.remove(ref, asker)).rejects.toMatchObject({ code: 'elsewhere' })
  expect(await stage.row(ref)).toBeDefined()
  await stage.control.script(`update control.processes set seen_at = now() - interval '25 hours'`)
  await stage.control.write([
    seeProcess({ installation_id: stage.deps.installationId, address: 'http://127.0.0.1:2' }),
  ])
  expect(await life.remove(ref, asker)).toEqual({ installationId, folder: `projects/${ref}` })
  expect(await stage.row(ref)).toBeUndefined()
  expect(await stage.actions(ref)).toEqual(['project.create', 'project.delete'])
  expect(registry.log).not.toContain(`remove ${ref}`)
  await stage.control.script('delete from control.processes')
})

describe('one thing at a time', () => {
  test('of many concurrent changes one wins', async () => {
    const ref = await healthy()
    const attempts = [life.pause, life.remove, life.pause, life.remove].map((change) => change(ref, asker))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'project_busy' })
    await life.settled()
    expect(await stage.actions(ref)).toHaveLength(2)
  })

  test('a project that comes up can’t be paused or removed yet', async () => {
    registry.hold()
    const { ref } = await life.create(stage.request(), asker)
    for (const change of [life.pause, life.remove, life.resume])
      await expect(change(ref, asker)).rejects.toMatchObject({ code: 'project_busy' })
    registry.release()
    await life.settled()
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  })
})

describe('starting again', () => {
  test('a job that was running when the platform stopped is neither failed nor forgotten', async () => {
    registry.hold()
    const { ref } = await life.create(stage.request({ ownerPassword: 'hush-hush-hush' }), asker)
    await stageOpened(ref, 1)
    await life.close()
    expect(await stage.status(ref)).toBe('COMING_UP')
    await expect(life.database(ref)).rejects.toMatchObject({ code: 'closed' })
    await expect(life.create(stage.request(), asker)).rejects.toMatchObject({ code: 'closed' })

    const again = new FakeRegistry()
    const next = stage.life(again)
    await next.resumeUnfinished()
    await next.settled()
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
    expect(again.options.get(ref)).toEqual({ ownerPassword: 'hush-hush-hush' })
    await next.close()
  })

  test.each([
    ['COMING_UP', 'ACTIVE_HEALTHY', 'open'],
    ['RESTORING', 'ACTIVE_HEALTHY', 'open'],
    ['PAUSING', 'INACTIVE', 'stop'],
    ['GOING_DOWN', undefined, 'remove'],
  ])('%s becomes %s', async (left, becomes, step) => {
    const ref = await healthy()
    await stage.leave(ref, left)
    const again = new FakeRegistry()
    const next = stage.life(again)
    await next.resumeUnfinished()
    await next.settled()
    expect(await stage.status(ref)).toBe(becomes)
    expect(again.log).toContain(`${step} ${ref}`)
    await next.close()
  })

  test.each([
    ['COMING_UP', 'INIT_FAILED'],
    ['RESTORING', 'ACTIVE_UNHEALTHY'],
  ])('%s that can’t be opened becomes %s with the reason', async (left, becomes) => {
    const ref = await healthy()
    await stage.leave(ref, left)
    const again = new FakeRegistry()
    again.failures.set('open', unreachable())
    const next = stage.life(again)
    await next.resumeUnfinished()
    await next.settled()
    expect(await stage.row(ref)).toMatchObject({ status: becomes, status_reason: unreachable().message })
    await next.close()
  })
})

describe('the project of a self-hosted platform', () => {
  const operatorDatabase = {
    ref: 'default',
    url: parseDatabaseUrl('postgresql://me:hush@localhost:6000/own'),
    prepare: true,
  }
  const own = { ref: 'default', name: 'Default project' }

  test('runs on the database that the program was started with', async () => {
    const started = stage.life(registry, { operatorDatabase })
    await started.create(stage.request(own), null)
    await started.settled()
    expect(await stage.row('default')).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      engine: 'postgres',
      db_host: 'localhost',
      db_port: 6000,
      db_name: 'own',
    })
    expect(registry.places.get('default')).toEqual({
      id: 'default',
      url: operatorDatabase.url,
      prepare: operatorDatabase.prepare,
      engine: 'postgres',
      reader: { role: 'basedeck_reader_default', password: expect.stringMatching(/^[\w-]{32}$/) },
      plainOwner: { role: 'basedeck_owner_default', password: expect.stringMatching(/^[\w-]{32}$/) },
      allowSuperuser: false,
    })
    await started.close()

    const local = new FakeRegistry()
    const without = stage.life(local)
    await without.resumeUnfinished()
    await without.settled()
    expect(await stage.row('default')).toMatchObject({
      status: 'ACTIVE_HEALTHY',
      engine: 'cluster',
      db_host: '127.0.0.1',
      installation_id: stage.deps.installationId,
    })
    expect(local.places.get('default')).toEqual({ id: 'default', engine: 'cluster' })
    await without.close()

    const remote = new FakeRegistry()
    const again = stage.life(remote, { operatorDatabase })
    await again.resumeUnfinished()
    await again.settled()
    expect(await stage.row('default')).toMatchObject({ status: 'ACTIVE_HEALTHY', engine: 'postgres' })
    await again.close()
    const stored = await stage.control.select('select value from control.project_secrets')
    expect(JSON.stringify(stored)).not.toContain('hush')
  })

  test('that could not be made is tried again at the next start', async () => {
    await stage.leave('default', 'INIT_FAILED')
    const other = await healthy()
    await stage.leave(other, 'INIT_FAILED')
    const next = stage.life(new FakeRegistry(), { operatorDatabase })
    await next.resumeUnfinished()
    await next.settled()
    expect(await stage.status('default')).toBe('ACTIVE_HEALTHY')
    expect(await stage.status(other)).toBe('INIT_FAILED')
    await next.close()
  })
})
