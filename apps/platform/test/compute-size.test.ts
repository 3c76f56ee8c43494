/** A size of the compute add-on over HTTP: PostgreSQL's memory, the restart, and what stays. */
import {
  changeSubscription,
  createProject,
  getAddons,
  getProject,
  removeAddon,
  listAudit,
  pauseProject,
  queryPlain,
  resumeProject,
  setAddon,
  type Client,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PLANS, memoryOfVariant } from '../src/control/plans.js'
import { machineMemory } from '../src/engines/cluster/machine-memory.js'
import { grantedMemory, memorySettings } from '../src/engines/cluster/memory-settings.js'
import { hostedOwner } from './hosted-owner.js'
import { runApp, type RunningApp } from './running-app.js'

let running: RunningApp
let client: Client
let slug: string
beforeAll(async () => {
  running = await runApp('cluster', { isPlatform: true, accountsOn: true })
  client = await hostedOwner(running, 'Computing')
  slug = 'computing'
  await client.call(changeSubscription, {
    params: { slug },
    body: { plan: 'pro', expected_plan: 'free' },
  })
})
afterAll(() => running.stop())

async function project(name: string, engine: 'cluster' | 'pglite'): Promise<string> {
  const { ref } = await client.call(createProject, { body: { name, organization_slug: slug, engine } })
  await running.life.settled()
  return ref
}

async function ask(ref: string, query: string): Promise<unknown> {
  const [row] = await client.call(queryPlain, { params: { ref }, body: { query } })
  return Object.values(row ?? {})[0]
}

const take = (ref: string, variant: string, type = 'compute_instance') =>
  client.call(setAddon, { params: { ref }, body: { type, variant } })
const giveBack = (ref: string) =>
  client.call(removeAddon, { params: { ref }, query: { type: 'compute_instance' } })
const kilobytes = (ref: string, name: string) =>
  ask(ref, `select pg_size_bytes(current_setting('${name}')) / 1024 || 'kB' as size`)

/** PostgreSQL counts buffers in pages of 8 kB. */
const pages = (size = '') => `${Math.floor(Number.parseInt(size, 10) / 8) * 8}kB`

function settingsOf(identifier: string): Readonly<Record<string, string>> {
  const variants = DEFAULT_PLANS.addons.flatMap((addon) => addon.variants)
  const memory = memoryOfVariant(variants.find((variant) => variant.identifier === identifier)) ?? 0
  return memorySettings(grantedMemory(memory, machineMemory()))
}

describe('on a cluster', () => {
  test('a size sets the memory, restarts the database and keeps its data; without one it is as before', async () => {
    const ref = await project('Sized', 'cluster')
    await ask(ref, 'create table kept as select 42 as v')
    const before = await kilobytes(ref, 'shared_buffers')
    const sleeping = ask(ref, 'select pg_sleep(1000)').catch((error: unknown) => error)
    const answer = await take(ref, 'ci_micro')
    expect(answer.compute).toEqual({ effect: 'memory', largest_memory_gb: expect.any(Number) })
    expect((await client.call(getProject, { params: { ref } })).status).toBe('RESTORING')
    expect(await sleeping).toBeInstanceOf(Error)
    await running.life.settled()
    expect((await client.call(getProject, { params: { ref } })).status).toBe('ACTIVE_HEALTHY')
    const settings = settingsOf('ci_micro')
    expect(await kilobytes(ref, 'shared_buffers')).toBe(pages(settings['shared_buffers']))
    expect(await kilobytes(ref, 'effective_cache_size')).toBe(pages(settings['effective_cache_size']))
    expect(await kilobytes(ref, 'work_mem')).toBe(settings['work_mem'])
    expect(await kilobytes(ref, 'maintenance_work_mem')).toBe(settings['maintenance_work_mem'])
    expect(await kilobytes(ref, 'shared_buffers')).not.toBe(before)
    expect(await ask(ref, 'select v from kept')).toBe(42)

    // The same size again, and another add-on, restart nothing.
    const started = await ask(ref, 'select pg_postmaster_start_time()::text')
    await take(ref, 'ci_micro')
    await take(ref, 'ipv4_default', 'ipv4')
    await running.life.settled()
    expect(await ask(ref, 'select pg_postmaster_start_time()::text')).toBe(started)

    // A database that was stopped, as by a restart of the platform, starts with the size again.
    await running.registry.stop({ id: ref, engine: 'cluster' })
    expect(await kilobytes(ref, 'shared_buffers')).toBe(pages(settings['shared_buffers']))
    expect(await ask(ref, 'select pg_postmaster_start_time()::text')).not.toBe(started)

    await giveBack(ref)
    await running.life.settled()
    expect(await kilobytes(ref, 'shared_buffers')).toBe(before)
    expect(await ask(ref, 'select v from kept')).toBe(42)
    const { entries } = await client.call(listAudit, { params: { slug } })
    const changes = entries.filter(({ action }) => action.endsWith('_addon'))
    expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
      ['project.remove_addon', { type: 'compute_instance' }],
      ['project.set_addon', { type: 'ipv4', variant: 'ipv4_default' }],
      ['project.set_addon', { type: 'compute_instance', variant: 'ci_micro' }],
      ['project.set_addon', { type: 'compute_instance', variant: 'ci_micro' }],
    ])
  })

  test('two sizes at once: one is taken, the other refused, and the stored one is in force', async () => {
    const ref = await project('Raced', 'cluster')
    const outcomes = await Promise.allSettled([take(ref, 'ci_micro'), take(ref, 'ci_small')])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => [reason.status, reason.code])).toEqual([[409, 'project_busy']])
    await running.life.settled()
    const { selected_addons } = await client.call(getAddons, { params: { ref } })
    const chosen = selected_addons[0]?.variant.identifier ?? ''
    expect(await kilobytes(ref, 'shared_buffers')).toBe(pages(settingsOf(chosen)['shared_buffers']))
  })

  test('the size of a paused project takes effect when it is resumed', async () => {
    const ref = await project('Paused', 'cluster')
    await client.call(pauseProject, { params: { ref } })
    await running.life.settled()
    await take(ref, 'ci_micro')
    expect((await client.call(getProject, { params: { ref } })).status).toBe('INACTIVE')
    await client.call(resumeProject, { params: { ref } })
    await running.life.settled()
    expect(await kilobytes(ref, 'shared_buffers')).toBe(pages(settingsOf('ci_micro')['shared_buffers']))
  })

  test('a size that is not offered changes nothing', async () => {
    const ref = await project('Refused', 'cluster')
    await expect(take(ref, 'ci_gigantic')).rejects.toMatchObject({ status: 409, code: 'addon_not_offered' })
    expect((await client.call(getProject, { params: { ref } })).status).toBe('ACTIVE_HEALTHY')
  })
})

test('PGlite has no memory to set: the size is recorded, and nothing restarts', async () => {
  const ref = await project('Small', 'pglite')
  const { compute, selected_addons } = await take(ref, 'ci_micro')
  expect(compute.effect).toBe('none')
  expect(selected_addons).toMatchObject([{ type: 'compute_instance', variant: { identifier: 'ci_micro' } }])
  expect((await client.call(getProject, { params: { ref } })).status).toBe('ACTIVE_HEALTHY')
})
