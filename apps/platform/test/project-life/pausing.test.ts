import { describe, expect, test } from 'vitest'
import { EngineError } from '../../src/engines/engine.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { healthy, life, opened, query, registry, stage, unreachable, useFakeStage } from './fake-stage.js'
import { asker } from './life-stage.js'

useFakeStage()

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
    await opened(ref, 2)
    await life.pause(ref, asker)
    registry.release()
    expect(await asked).toMatchObject({ code: 'project_inactive' })
  })
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
    await opened(ref, 1)
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
