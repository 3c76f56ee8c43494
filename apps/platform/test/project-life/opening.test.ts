import { describe, expect, test, vi } from 'vitest'
import { DatabaseError, EngineError } from '../../src/engines/engine.js'
import { createLog } from '../../src/kernel/log.js'
import { FakeRegistry } from '../../src/project-life/testing/fake-registry.js'
import { begin, healthy, life, query, registry, stage, unreachable, useFakeStage } from './fake-stage.js'
import { asker } from './life-stage.js'

useFakeStage()

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
    begin(stage.life(registry, { log }))
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
