/** A restart of a project's server, in one step with what it is for. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EngineError } from '../../src/engines/engine.js'
import type { ProjectLife } from '../../src/project-life/project-life.js'
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
  life = stage.life(registry, { memoryOf: async (ref) => ref.length })
})
afterEach(() => life.close())

async function healthy(): Promise<string> {
  const { ref } = await life.create(stage.request(), asker)
  await life.settled()
  expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  return ref
}

const rename = (ref: string, name: string, expect = 1) => ({
  sql: 'update control.projects set name = $2 where ref = $1',
  parameters: [ref, name],
  expect,
})

test('what is written and the restart are one step: stopped, opened again, with its memory asked at the start', async () => {
  const ref = await healthy()
  registry.log.length = 0
  registry.hold()
  expect(await life.restartWith(ref, [rename(ref, 'Larger')])).toMatchObject({ ok: true })
  expect(await stage.row(ref)).toMatchObject({ status: 'RESTORING', name: 'Larger' })
  // Another one while it restarts changes nothing.
  await expect(life.restartWith(ref, [rename(ref, 'Larger still')])).rejects.toMatchObject({
    code: 'project_busy',
  })
  registry.release()
  await life.settled()
  expect(await stage.row(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', name: 'Larger' })
  expect(registry.log).toEqual([`stop ${ref}`, `open ${ref}`])
  const target = registry.targets.get(ref)
  expect(target?.engine === 'cluster' && (await target.memory?.())).toBe(ref.length)
})

test('a statement that touches nothing undoes all of it, and is the one that is named', async () => {
  const ref = await healthy()
  registry.log.length = 0
  const written = await life.restartWith(ref, [rename(ref, 'Larger'), rename('unknown', 'Nothing')])
  expect(written).toEqual({ ok: false, reason: 'mismatch', statement: 1 })
  expect(await stage.row(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', name: 'Test project' })
  expect(registry.log).toEqual([])
})

test('a paused project reads them when it is resumed; one that failed, with the next try', async () => {
  const ref = await healthy()
  await life.pause(ref, asker)
  await life.settled()
  registry.log.length = 0
  await life.restartWith(ref, [rename(ref, 'Larger')])
  await life.settled()
  expect(await stage.row(ref)).toMatchObject({ status: 'INACTIVE', name: 'Larger' })
  expect(registry.log).toEqual([])
  await stage.leave(ref, 'INIT_FAILED')
  await life.restartWith(ref, [rename(ref, 'Smaller')])
  expect(await stage.row(ref)).toMatchObject({ status: 'INIT_FAILED', name: 'Smaller' })
})

test.each(['COMING_UP', 'RESTORING', 'PAUSING', 'GOING_DOWN'])('%s: nothing is written', async (status) => {
  const ref = await healthy()
  await stage.leave(ref, status)
  await expect(life.restartWith(ref, [rename(ref, 'Larger')])).rejects.toMatchObject({
    code: 'project_busy',
  })
  expect(await stage.row(ref)).toMatchObject({ status, name: 'Test project' })
})

test('that the process which holds it is away is no reason not to write', async () => {
  const ref = await healthy()
  const other = stage.life(registry, { installationId: randomUUID() })
  registry.log.length = 0
  await other.restartWith(ref, [rename(ref, 'Larger')])
  expect(await stage.row(ref)).toMatchObject({ status: 'ACTIVE_HEALTHY', name: 'Larger' })
  expect(registry.log).toEqual([])
})

test('a server that does not start with them is unhealthy with the reason', async () => {
  const ref = await healthy()
  registry.failures.set('open', new EngineError('unavailable', 'PostgreSQL did not start: not enough memory'))
  await life.restartWith(ref, [])
  await life.settled()
  expect(await stage.row(ref)).toMatchObject({
    status: 'ACTIVE_UNHEALTHY',
    status_reason: 'PostgreSQL did not start: not enough memory',
  })
  registry.failures.clear()
  await life.restartWith(ref, [])
  await life.settled()
  expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
})
