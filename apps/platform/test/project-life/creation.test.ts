import { describe, expect, test } from 'vitest'
import { listApiKeyRows } from '../../src/control/api-keys.js'
import { EngineError } from '../../src/engines/engine.js'
import { parseDatabaseUrl } from '../../src/engines/server/database-url.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { healthy, life, query, registry, stage, useFakeStage } from './fake-stage.js'
import { asker } from './life-stage.js'

useFakeStage()

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
      'legacy anon',
      'legacy service_role',
    ])
    for (const { id, type, value, prefix } of keys) {
      const opened = stage.deps.box.open(value ?? '', `project ${ref} api_key ${id}`)
      expect(opened).toMatch(type === 'legacy' ? /^eyJ/ : new RegExp(`^sb_${type}_`))
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
       where p.ref = $1 order by s.name`,
      [ref],
    )
    expect(names).toEqual([{ name: 'jwt_secret' }, { name: 'token_secret' }])
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
    expect(registry.targets.get(ref)).toMatchObject({
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
    expect(registry.targets.get('older')).toEqual({ id: 'older', engine: 'pglite' })
  })

  test('a name for it that is taken is refused', async () => {
    const ref = await healthy()
    await expect(life.create(stage.request({ ref }), asker)).rejects.toMatchObject({ code: 'name_taken' })
    expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
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
    expect(registry.targets.get('default')).toEqual({
      id: 'default',
      url: operatorDatabase.url,
      prepare: operatorDatabase.prepare,
      engine: 'postgres',
      reader: { role: 'basedeck_reader_default', password: expect.stringMatching(/^[\w-]{32}$/) },
      service: { role: 'basedeck_service_default', password: expect.stringMatching(/^[\w-]{32}$/) },
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
    expect(local.targets.get('default')).toMatchObject({ id: 'default', engine: 'cluster' })
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
