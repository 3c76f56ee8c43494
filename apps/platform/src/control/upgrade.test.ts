/** A control plane of every older Basedeck comes to the newest step, and what it held is in it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ControlDatabase } from './control-database.js'
import { clusterControl } from './testing/cluster-control.js'
import { migrateControl } from './migrate.js'
import { CONTROL_MIGRATIONS } from './migrations/index.js'
import { everything, fillControl } from './testing/control-rows.js'

let control: ControlDatabase
let end: () => Promise<void>
beforeAll(async () => {
  ;({ control, end } = await clusterControl())
})
afterAll(() => end())

test.each(CONTROL_MIGRATIONS.map(({ id }) => id))('one of step %i', async (from) => {
  await fillControl(control, from)
  const before = await everything(control)
  await migrateControl(control)
  const after = await everything(control)
  // Steps add columns and tables; none of ours takes or changes what was there, but that step 12 gave databases rows, and step 28 made
  // points of samples and usage.
  const { projects = [], api_keys = [], usage = [], samples = [], series = [], ...others } = before
  expect(after).toMatchObject(others)
  expect(after['series']).toEqual(
    expect.arrayContaining(series.length > 0 ? series : pointsOf(usage, samples)),
  )
  // Secret keys that were stored encrypted are their hash alone from step 23 on.
  expect(after['api_keys']).toMatchObject(
    api_keys.map((key) => ('type' in key && key.type === 'secret' ? { ...key, value: null } : key)),
  )
  // The first secret verifies what it signed.
  expect(
    await control.select(`select project_id, algorithm, state, origin from control.signing_keys`),
  ).toEqual([{ project_id: 1, algorithm: 'HS256', state: 'previous', origin: 'legacy' }])
  expect(await control.select(`select type, value from control.api_keys order by type`)).toEqual([
    { type: 'legacy', value: 'sealed' },
    { type: 'secret', value: null },
  ])
  expect(after['projects']).toMatchObject(projects.map((row) => split(row).kept))
  expect(after['databases']).toMatchObject(projects.map((row) => split(row).moved))
  expect(
    await control.select(
      `select b.name, own.ref, parent.ref as parent, b.is_default from control.branches b
       join control.projects own on own.id = b.project_id join control.projects parent on parent.id = b.parent_project_id
       order by own.ref`,
    ),
  ).toEqual([
    { name: 'main', ref: 'shop', parent: 'shop', is_default: true },
    { name: 'Trial', ref: 'shoptrial', parent: 'shop', is_default: false },
  ])
  expect(before['profiles']).toHaveLength(2)
  // The first account was made by the operator's code: it keeps its rights, and only it.
  const accounts = await control.select(
    `select first_name, is_administrator, email_proved_at is not null as proved from control.profiles order by created_at`,
  )
  if (from < 7)
    expect(accounts).toEqual([
      { first_name: 'Ada', is_administrator: true, proved: true },
      { first_name: 'Bo', is_administrator: false, proved: false },
    ])
  if (from < 8) expect(after['access_tokens']).toMatchObject([{ access: 'manage', project_id: null }])
})

/** What step 28 makes of the only row that each table has. */
function pointsOf(usage: object[], samples: object[]): unknown[] {
  const point = (series: string, resolution: string, value: number) =>
    expect.objectContaining({
      project_id: 1,
      series,
      resolution,
      count: 1,
      sum: value,
      last: value,
    })
  return [
    ...(usage.length > 0 ? [point('egress', 'day', 7)] : []),
    ...['minute', 'hour'].flatMap((resolution) =>
      samples.length > 0
        ? [point('DATABASE_SIZE', resolution, 1000), point('CONNECTIONS', resolution, 2)]
        : [],
    ),
  ]
}

/** What a project's row had is in the row of its primary, from step 12 on. */
function split(row: object): { kept: object; moved: object } {
  const isMoved = (name: string) =>
    /^(cloud_provider|region|engine|postgres_major|version_number|runs_as_superuser|installation_id|db_\w+)$/.test(
      name,
    )
  const entries = Object.entries(row).filter(([name]) => name !== 'parent_ref')
  return {
    kept: Object.fromEntries(entries.filter(([name]) => !isMoved(name))),
    moved: Object.fromEntries(entries.filter(([name]) => isMoved(name))),
  }
}
