/** What a change writes, does and tells, and what becomes of it when a step fails or the platform stops. */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { auditStatement } from '../control/audit.js'
import { setAddress } from '../control/databases.js'
import { deleteProjectSecret } from '../control/project-secrets.js'
import { claimStatus, renameProject } from '../control/projects.js'
import { EngineError } from '../engines/engine.js'
import type { Notice } from '../notifications/notice.js'
import { ELSEWHERE, ERROR, HERE, WARN, ada, addedRow, projectRow, setUpLife } from './testing/told-life.js'

afterEach(() => vi.useRealTimers())

const full = () => new EngineError('unavailable', 'The disk is full.')
const BUSY = { code: 'project_busy' }
const NOT_FOUND = { code: 'project_not_found' }
const RENAME = renameProject('shop', 'Larger', undefined)
const names = (told: readonly Notice[]) => told.map(({ name }) => name)

/** The work that the status asks for has been done, as after a start. */
async function worked(
  status: ProjectStatus,
  prepare: (stage: ReturnType<typeof setUpLife>) => void = () => {},
) {
  const stage = setUpLife([projectRow({ status })])
  prepare(stage)
  await stage.life.resumeUnfinished()
  await stage.life.settled()
  return stage
}

const stepsOf = ({ registry }: ReturnType<typeof setUpLife>) =>
  registry.log.filter((line) => !line.startsWith('watch'))

/** A life that is still telling that the project was paused. */
async function telling() {
  let told = (): void => {}
  const stage = setUpLife([projectRow()], { notify: () => new Promise((resolve) => (told = resolve)) })
  await stage.life.pause('shop', ada)
  await vi.waitFor(() => expect(stage.rows.get('shop')?.status).toBe('INACTIVE'))
  return { ...stage, end: () => told() }
}

test('a change is claimed for this process and audited in one step', async () => {
  const { life, control } = setUpLife([projectRow()])
  await life.pause('shop', ada)
  expect(control.written).toEqual([
    [
      claimStatus('shop', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'], 'PAUSING', { workerId: HERE }),
      auditStatement(ada.actor, ada.origin, {
        action: 'project.pause',
        target: 'Shop',
        organizationId: 7,
        projectRef: 'shop',
      }),
    ],
  ])
  await life.settled()
  await life.close()
})

test('a restart is claimed for this process, in one step with what it is for', async () => {
  const { life, control } = setUpLife([projectRow()])
  await life.restartWith('shop', [RENAME])
  expect(control.written).toEqual([
    [claimStatus('shop', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'], 'RESTORING', { workerId: HERE }), RENAME],
  ])
  await life.settled()
  await life.close()
})

test('while one change is still at work, no other begins', async () => {
  const { life, end, control } = await telling()
  control.written.length = 0
  for (const change of [life.pause, life.resume, life.remove])
    await expect(change('shop', ada)).rejects.toMatchObject(BUSY)
  await expect(life.restartWith('shop', [RENAME])).rejects.toMatchObject(BUSY)
  expect(control.written).toEqual([])
  end()
  await life.close()
})

test('a project that another process changes or deletes first is busy or gone', async () => {
  const { life, control, rows } = setUpLife([projectRow()])
  const first = { ok: false, reason: 'mismatch', statement: 0 } as const
  control.answers.push(first, first)
  await expect(life.pause('shop', ada)).rejects.toMatchObject(BUSY)
  await expect(life.restartWith('shop', [RENAME])).rejects.toMatchObject(BUSY)
  const write = control.write
  control.write = async (statements) => {
    rows.clear()
    return write(statements)
  }
  await expect(life.pause('shop', ada)).rejects.toMatchObject(NOT_FOUND)
  rows.set('shop', projectRow())
  await expect(life.restartWith('shop', [RENAME])).rejects.toMatchObject(NOT_FOUND)
  await life.close()
})

test('a name that is taken is told as such, and nothing restarts', async () => {
  const { life, control, registry } = setUpLife([projectRow()])
  const taken = { ok: false, reason: 'taken', constraint: 'projects_name' } as const
  control.answers.push(taken)
  expect(await life.restartWith('shop', [RENAME])).toEqual(taken)
  await life.settled()
  expect(registry.log).toEqual([])
  await life.close()
})

test.each(['COMING_UP', 'RESTORING'] as const)('%s stores what the database is', async (status) => {
  const address = { host: '192.0.2.9', port: 6001 }
  const { life, rows, control, registry } = await worked(status, ({ registry: engines }) => {
    engines.versionNumber = 160_004
    engines.facts = { address, runsAsSuperuser: true }
  })
  expect(rows.get('shop')).toMatchObject({
    status: 'ACTIVE_HEALTHY',
    version_number: 160_004,
    runs_as_superuser: true,
    db_host: '192.0.2.9',
    db_port: 6001,
  })
  expect(control.written.flat()).toContainEqual(setAddress('shop', address))
  expect(control.written.flat()).toContainEqual(deleteProjectSecret('shop', 'owner_password'))
  expect(registry.options.get('shop')).toStrictEqual(status === 'RESTORING' ? { repair: true } : {})
  await life.close()
})

test('a user who is no superuser is stored as none', async () => {
  for (const facts of [{}, { runsAsSuperuser: false }]) {
    const { life, rows } = await worked('RESTORING', (stage) => {
      stage.registry.facts = facts
      stage.rows.set('shop', projectRow({ status: 'RESTORING', runs_as_superuser: true }))
    })
    expect(rows.get('shop')?.runs_as_superuser).toBe(false)
    await life.close()
  }
})

test('a new database is opened, one that comes back is stopped first', async () => {
  const made = await worked('COMING_UP')
  expect(stepsOf(made)).toEqual(['open shop'])
  expect(names(made.told)).toEqual(['project.created'])
  const back = await worked('RESTORING')
  expect(stepsOf(back)).toEqual(['stop shop', 'open shop'])
  expect(back.told).toEqual([])
  for (const { life } of [made, back]) await life.close()
})

test('what could not be made is ended, and not asked again', async () => {
  vi.useFakeTimers()
  const { life, rows, registry, told, logged } = await worked('COMING_UP', (stage) =>
    stage.registry.failures.set('open', full()),
  )
  expect(rows.get('shop')).toMatchObject({ status: 'INIT_FAILED', status_reason: 'The disk is full.' })
  expect(registry.log).toEqual(['open shop', 'stop shop'])
  expect(names(told)).toEqual(['project.not-created'])
  expect(logged).toMatchObject([
    {
      level: WARN,
      project: 'shop',
      reason: 'The disk is full.',
      msg: 'a project’s database could not be brought where it should be',
    },
  ])
  expect(vi.getTimerCount()).toBe(0)
  await life.close()
})

test('what did not come back is asked again until it answers', async () => {
  vi.useFakeTimers()
  const { life, rows, registry, told } = await worked('RESTORING', (stage) =>
    stage.registry.failures.set('open', full()),
  )
  expect(rows.get('shop')).toMatchObject({ status: 'ACTIVE_UNHEALTHY', status_reason: 'The disk is full.' })
  expect(registry.log).toEqual(['stop shop', 'open shop'])
  expect(names(told)).toEqual(['project.unhealthy'])
  registry.failures.clear()
  await vi.advanceTimersByTimeAsync(5000)
  expect(rows.get('shop')?.status).toBe('ACTIVE_HEALTHY')
  await life.close()
})

test('a paused project is told', async () => {
  const { life, told } = await worked('PAUSING')
  expect(names(told)).toEqual(['project.paused'])
  await life.close()
})

test('what can’t be deleted is told with the reason; its row and files stay', async () => {
  const removeFiles = vi.fn(async () => undefined)
  const { life, rows, registry, told } = setUpLife([projectRow()], { removeFiles })
  registry.failures.set('remove', new EngineError('directory', 'It can’t be deleted (EBUSY).'))
  await life.remove('shop', ada)
  await life.settled()
  expect(rows.get('shop')?.status_reason).toBe('It can’t be deleted (EBUSY).')
  expect(names(told)).toEqual(['project.not-deleted'])
  expect(told[0]?.message).toContain('EBUSY')
  expect(removeFiles).not.toHaveBeenCalled()
  await life.close()
})

test('files in a store are deleted with the project; when the store is away, that is logged', async () => {
  const asked: string[] = []
  const { life, rows, logged } = setUpLife([projectRow()], {
    async removeFiles(ref) {
      asked.push(ref)
      throw new Error('no answer')
    },
  })
  await life.remove('shop', ada)
  await life.settled()
  expect(asked).toEqual(['shop'])
  expect(rows.size).toBe(0)
  expect(logged).toMatchObject([
    {
      level: WARN,
      project: 'shop',
      err: { message: 'no answer' },
      msg: 'files of a deleted project could not be deleted; they are later',
    },
  ])
  await life.close()
})

test('a project whose process is lost is deleted with its files in the store, and what stays behind is logged', async () => {
  const removeFiles = vi.fn(async () => undefined)
  const { life, rows, lost, registry, logged } = setUpLife([projectRow({ installation_id: ELSEWHERE })], {
    removeFiles,
  })
  lost.add(ELSEWHERE)
  expect(await life.remove('shop', ada)).toEqual({ installationId: ELSEWHERE, folder: 'projects/shop' })
  expect(rows.size).toBe(0)
  expect(removeFiles).toHaveBeenCalledExactlyOnceWith('shop')
  expect(registry.log).toEqual([])
  expect(logged).toMatchObject([{ level: WARN, project: 'shop', process: ELSEWHERE }])
  expect(logged[0]?.msg).toContain('projects/shop')
  await life.close()
})

test.each([
  ['that has its files', projectRow(), HERE],
  ['that was asked by URL', addedRow(), null],
])(
  'a process never takes itself for lost: a project %s is deleted with its database',
  async (_how, row, holder) => {
    const { life, rows, lost, registry } = setUpLife([row])
    lost.add(holder)
    expect(await life.remove('shop', ada)).toBeUndefined()
    await life.settled()
    expect(registry.log).toEqual(['remove shop'])
    expect(rows.size).toBe(0)
    await life.close()
  },
)

test('work that breaks off is logged, and the next start continues it', async () => {
  const { life, logged, rows, registry } = await worked('PAUSING', (stage) =>
    stage.registry.failures.set('stop', new Error('EIO')),
  )
  expect(rows.get('shop')?.status).toBe('PAUSING')
  expect(logged).toMatchObject([
    { level: ERROR, project: 'shop', err: { message: 'EIO' }, msg: 'work on a project broke off' },
  ])
  registry.failures.clear()
  await life.resumeUnfinished()
  await life.settled()
  expect(rows.get('shop')?.status).toBe('INACTIVE')
  await life.close()
})

test.each([
  ['PAUSING', 'stop'],
  ['GOING_DOWN', 'remove'],
  ['COMING_UP', 'open'],
  ['RESTORING', 'open'],
] as const)('%s that fails while the platform stops is left to the next start', async (status, step) => {
  const { life, rows, logged, told } = await worked(status, (stage) => {
    stage.registry[step] = () => {
      void stage.life.close()
      return Promise.reject<never>(full())
    }
  })
  await life.close()
  expect(rows.get('shop')).toMatchObject({ status, status_reason: null })
  expect([logged, told]).toEqual([[], []])
})

test.each<[string, (rows: Map<string, ReturnType<typeof projectRow>>) => void]>([
  ['was deleted', (rows) => rows.delete('late')],
  ['is well again', (rows) => rows.set('late', projectRow({ ref: 'late' }))],
])('nothing is done for a project that %s before its turn', async (_what, change) => {
  const first = ['a', 'b', 'c', 'd'].map((ref) => projectRow({ ref, status: 'COMING_UP' }))
  const { life, registry, rows, logged } = setUpLife([
    ...first,
    projectRow({ ref: 'late', status: 'PAUSING' }),
  ])
  registry.hold()
  await life.resumeUnfinished()
  await vi.waitFor(() => expect(registry.log).toHaveLength(4))
  change(rows)
  registry.release()
  await life.settled()
  expect(registry.log.filter((line) => line.endsWith('late'))).toEqual([])
  expect(logged).toEqual([])
  await life.close()
})
