/** What becomes of a project is told to its people. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { EngineError } from '../../src/engines/engine.js'
import type { Notice } from '../../src/notifications/notice.js'
import type { ProjectLife } from '../../src/project-life/project-life.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { asker, lifeStage, type LifeStage } from './life-stage.js'

let stage: LifeStage
let registry: FakeRegistry
let life: ProjectLife
let told: Notice[]
beforeAll(async () => {
  stage = await lifeStage()
})
afterAll(() => stage.control.remove())
beforeEach(() => {
  registry = new FakeRegistry()
  told = []
  life = stage.life(registry, { notify: async (notice) => void told.push(notice) })
})
afterEach(() => life.close())

const names = () => told.map(({ name }) => name)
const unreachable = () =>
  new EngineError('unreachable', 'No database answers at db.example.org:5432: hung up.')

async function made(): Promise<string> {
  const { ref } = await life.create(stage.request({ name: 'Shop' }), asker)
  await life.settled()
  return ref
}

test('it is told when it has come up, and when it was paused; a resumed one is no news', async () => {
  const ref = await made()
  expect(told).toMatchObject([{ name: 'project.created', about: { projectRef: ref } }])
  await life.pause(ref, asker)
  await life.settled()
  await life.resume(ref, asker)
  await life.settled()
  expect(names()).toEqual(['project.created', 'project.paused'])
})

test('what did not come up, at first or again, is told with the reason', async () => {
  registry.failures.set('open', unreachable())
  const ref = await made()
  expect(told).toMatchObject([{ name: 'project.not-created', priority: 'Critical' }])
  expect(told[0]?.message).toContain('hung up')
  registry.failures.clear()
  await life.resume(ref, asker)
  await life.settled()
  await life.pause(ref, asker)
  await life.settled()
  registry.failures.set('open', unreachable())
  await life.resume(ref, asker)
  await life.settled()
  expect(names().slice(1)).toEqual(['project.created', 'project.paused', 'project.unhealthy'])
})

test('a database that can’t be reached any more is told', async () => {
  const ref = await made()
  registry.failures.set('open', unreachable())
  await expect(life.database(ref)).rejects.toThrow('hung up')
  expect(names()).toEqual(['project.created', 'project.unhealthy'])
})

test('who created, paused or deleted it is told as the one who did; that it is gone, to its organization', async () => {
  const ref = await made()
  await life.pause(ref, asker)
  await life.settled()
  await life.remove(ref, asker)
  await life.settled()
  expect(told.map(({ name, about }) => [name, 'by' in about && about.by])).toEqual([
    ['project.created', asker.actor?.id],
    ['project.paused', asker.actor?.id],
    ['project.deleted', asker.actor?.id],
  ])
  expect(told[2]).toMatchObject({ title: 'Shop was deleted' })
  expect(told[2]?.about).not.toHaveProperty('projectRef')
})
