/** What a new project is made of, and what the own project becomes at a start. */
import { expect, test } from 'vitest'
import { auditStatement } from '../control/audit.js'
import { OWN_REF } from '../control/own-installation.js'
import type { Written } from '../control/control-database.js'
import type { ProjectRow } from '../control/projects.js'
import { EngineError } from '../engines/engine.js'
import { parseDatabaseUrl } from '../engines/server/database-url.js'
import { Creation } from './creation.js'
import { createLifeContext } from './life-context.js'
import { ELSEWHERE, ada, addedRow, projectRow, request, setUpLife } from './testing/told-life.js'

const taken: Written = { ok: false, reason: 'taken', constraint: 'projects_ref' }
const operatorDatabase = {
  ref: OWN_REF,
  url: parseDatabaseUrl('postgresql://me:hush@localhost:6000/own'),
  prepare: true,
}

function setUp(rows: ProjectRow[] = [], more: Parameters<typeof setUpLife>[1] = {}) {
  const stage = setUpLife(rows, more)
  return { ...stage, creation: new Creation(createLifeContext(stage.deps)) }
}

/** The row of the own project after a start. */
async function settled(row: ProjectRow, more: Parameters<typeof setUpLife>[1] = {}) {
  const stage = setUp([row], more)
  await stage.creation.settleOwn()
  return stage.rows.get(OWN_REF)
}

test.each([
  ['the platform itself', null],
  ['a person', ada],
] as const)('the audit log says who made it, and on what: %s', async (_who, asker) => {
  const { creation, control } = setUp([projectRow()])
  await creation.write(request({ ref: 'shop', engine: 'pglite' }), asker)
  expect(control.written.flat().at(-1)).toEqual(
    auditStatement(asker?.actor ?? null, asker?.origin ?? null, {
      action: 'project.create',
      target: 'Shop',
      organizationId: 7,
      projectRef: 'shop',
      detail: { engine: 'pglite' },
    }),
  )
})

test('a random name that is taken is replaced by another; a given one is refused', async () => {
  const { creation, control } = setUp([projectRow()])
  control.answers.push(taken)
  const attempt = creation.write(request(), null)
  // The fake control plane makes no row of it.
  await expect(attempt).rejects.toMatchObject({ code: 'project_not_found' })
  const [first, second] = control.written.map(([insert]) => insert?.parameters?.[0])
  expect(first).toMatch(/^[a-z]{20}$/)
  expect(second).toMatch(/^[a-z]{20}$/)
  expect(second).not.toBe(first)
  control.answers.push(taken)
  await expect(creation.write(request({ ref: 'shop' }), null)).rejects.toMatchObject({ code: 'name_taken' })
})

test('an engine is judged by its own offer, not by that of another', async () => {
  const { creation, registry, control } = setUp([projectRow()])
  registry.offers = [
    { kind: 'cluster', available: false, reason: 'No PostgreSQL is installed.' },
    { kind: 'pglite', available: true, description: 'PGlite' },
  ]
  await creation.write(request({ ref: 'shop', engine: 'pglite' }), null)
  expect(control.written).toHaveLength(1)
  await expect(creation.write(request({ engine: 'cluster' }), null)).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: 'No PostgreSQL is installed.',
  })
  registry.offers = []
  await creation.write(request({ ref: 'shop', engine: 'pglite' }), null)
})

test('a URL that can’t be used is the caller’s fault, with the reason; an error of ours is not', async () => {
  const { creation } = setUp()
  const existing = { url: 'postgresql://me:hush@host/db?sslmode=no', tls: undefined }
  await expect(creation.write(request({ existing }), ada)).rejects.toMatchObject({
    code: 'invalid_body',
    message: expect.stringContaining('sslmode must be'),
    cause: expect.any(EngineError),
  })
  const fault = new Error('a fault of the program')
  const faulty = {
    url: 'postgresql://me@host/db',
    tls: Object.defineProperty({ mode: 'require' as const }, 'mode', {
      get() {
        throw fault
      },
    }),
  }
  await expect(creation.write(request({ existing: faulty }), ada)).rejects.toBe(fault)
})

test('an own project that needs no other database keeps what it has', async () => {
  const row = projectRow({ ref: OWN_REF, engine: 'pglite', db_port: 6001 })
  expect(await settled(row)).toEqual(row)
  expect(await settled(row, { operatorDatabase: { ...operatorDatabase, ref: 'shop' } })).toEqual(row)
})

test('it moves to the database that the program is started with, and back', async () => {
  expect(await settled(projectRow({ ref: OWN_REF }), { operatorDatabase })).toMatchObject({
    status: 'COMING_UP',
    engine: 'postgres',
    installation_id: null,
    db_host: 'localhost',
    db_port: 6000,
    db_name: 'own',
    db_user: 'me',
  })
  expect(await settled(addedRow({ ref: OWN_REF }))).toMatchObject({
    status: 'COMING_UP',
    engine: 'cluster',
    installation_id: 'here',
    db_host: '127.0.0.1',
    db_port: 5432,
  })
})

test('what failed is tried again by the process that has its files', async () => {
  const failed = projectRow({ ref: OWN_REF, status: 'INIT_FAILED' })
  expect((await settled(failed))?.status).toBe('COMING_UP')
  expect((await settled({ ...failed, installation_id: ELSEWHERE }))?.status).toBe('INIT_FAILED')
})
