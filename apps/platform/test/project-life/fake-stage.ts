/**
 * What the tests of one file share: a control plane, and for each test engines without databases and a life of projects over
 * them. A file calls `useFakeStage` once; what it imports is always that of the test that runs.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { EngineError } from '../../src/engines/engine.js'
import type { NewProjectRequest, ProjectLife } from '../../src/project-life/project-life.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { asker, lifeStage, type LifeStage } from './life-stage.js'

export let stage: LifeStage
export let registry: FakeRegistry
export let life: ProjectLife

export function useFakeStage(): void {
  beforeAll(async () => {
    stage = await lifeStage()
  })
  afterAll(() => stage.control.remove())
  beforeEach(() => {
    registry = new FakeRegistry()
    life = stage.life(registry)
  })
  afterEach(() => life.close())
}

/** Puts another life in the place of the usual one. */
export function begin(another: ProjectLife): void {
  life = another
}

export const unreachable = () =>
  new EngineError('unreachable', 'No database answers at db.example.org:5432: hung up.')

/** A project with a database. */
export async function healthy(more?: Partial<NewProjectRequest>): Promise<string> {
  const { ref } = await life.create(stage.request(more), asker)
  await life.settled()
  expect(await stage.status(ref)).toBe('ACTIVE_HEALTHY')
  return ref
}

export const query = async (ref: string) =>
  (await life.database(ref)).run({ runId: 'query', query: 'select 1' })

/** Resolves when the registry was asked so often to open it. */
export async function opened(ref: string, times: number): Promise<void> {
  const asked = () => registry.log.filter((line) => line === `open ${ref}`).length
  await vi.waitFor(() => expect(asked()).toBe(times))
}
