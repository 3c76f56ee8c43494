/** A control plane with one organization, for tests of the projects' life. */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { testControl, type TestControl } from '../test-control.js'
import { projectByRef, type ProjectRow } from '../../src/control/projects.js'
import type { EngineRegistry } from '../../src/engines/engine-registry.js'
import { createSecretBox } from '../../src/secrets/secret-box.js'
import { createProjectLife } from '../../src/project-life/create-project-life.js'
import type {
  Asker,
  NewProjectRequest,
  ProjectLife,
  ProjectLifeDeps,
} from '../../src/project-life/project-life.js'

export const asker: Asker = {
  actor: { id: randomUUID(), name: 'Ada Admin', email: 'ada@example.com' },
  origin: { ip: '192.0.2.1', userAgent: 'test', requestId: 'test' },
}

export interface LifeStage {
  control: TestControl
  organizationId: number
  deps: Omit<ProjectLifeDeps, 'registry'>
  life(registry: EngineRegistry, more?: Partial<ProjectLifeDeps>): ProjectLife
  request(more?: Partial<NewProjectRequest>): NewProjectRequest
  row(ref: string): Promise<ProjectRow | undefined>
  status(ref: string): Promise<string | undefined>
  /** Sets a status as a killed program leaves it. */
  leave(ref: string, status: string): Promise<void>
  /** Resolves when the project got there. */
  reaches(ref: string, status: string): Promise<void>
  actions(ref: string): Promise<string[]>
}

export async function lifeStage(): Promise<LifeStage> {
  const control = await testControl()
  await control.write([{ sql: `insert into control.organizations (slug, name) values ('test', 'Test')` }])
  const [organization] = await control.select<{ id: number }>('select id from control.organizations')
  const deps = {
    control,
    box: createSecretBox(createSecretKey(randomBytes(32))),
    log: pino({ level: 'silent' }),
    installationId: randomUUID(),
    databaseHost: '127.0.0.1',
    now: () => new Date(),
    operatorDatabase: undefined,
  }
  const row = (ref: string) => projectByRef(control, ref)
  const status = async (ref: string) => (await row(ref))?.status
  return {
    control,
    organizationId: organization?.id ?? 0,
    deps,
    life: (registry, more) => createProjectLife({ ...deps, registry, ...more }),
    request: (more) => ({
      name: 'Test project',
      organizationId: organization?.id ?? 0,
      region: undefined,
      engine: undefined,
      ownerPassword: undefined,
      existing: undefined,
      ...more,
    }),
    row,
    status,
    async leave(ref, left) {
      await control.write([
        { sql: 'update control.projects set status = $2 where ref = $1', parameters: [ref, left], expect: 1 },
      ])
    },
    async reaches(ref, wanted) {
      await vi.waitFor(async () => expect(await status(ref)).toBe(wanted), { timeout: 20_000 })
    },
    async actions(ref) {
      const rows = await control.select<{ action: string }>(
        'select action from control.audit_log where project_ref = $1 order by id',
        [ref],
      )
      return rows.map(({ action }) => action)
    },
  }
}
