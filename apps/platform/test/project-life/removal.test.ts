import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ControlDatabase } from '../../src/control/control-database.js'
import { listApiKeyRows } from '../../src/control/api-keys.js'
import { seeProcess } from '../../src/control/processes.js'
import { EngineError } from '../../src/engines/engine.js'
import { healthy, life, query, registry, stage, unreachable, useFakeStage } from './fake-stage.js'
import { asker } from './life-stage.js'

useFakeStage()

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
