import { expect, test } from 'vitest'
import type { ControlDatabase, ControlStatement, Written } from './control-database.js'
import { tellingProjectChanges } from './project-changes.js'
import { removeMemberRow } from './members.js'
import { archiveAllRows, setNotificationStatuses } from './notifications.js'
import { replaceDatabase, setVersion } from './databases.js'
import { tellDataChange } from './data-changes.js'
import { changeStatus, deleteProjectRow, insertProject, moveProject, renameProject } from './projects.js'

const database = { host: 'x', port: 1, name: 'x', user: 'x' }
const project = {
  ref: 'a',
  name: 'A',
  organizationId: 1,
  region: 'local',
  engine: 'pglite' as const,
  installationId: null,
  database,
}

async function toldBy(statements: ControlStatement[], written: Written = { ok: true, rows: [] }) {
  const { control, changes } = tellingProjectChanges({
    write: async () => written,
  } as unknown as ControlDatabase)
  const told: string[] = []
  const stop = changes.subscribe((ref) => void told.push(ref))
  await control.write(statements)
  stop()
  await control.write(statements)
  return told
}

test.each([
  ['made', insertProject(project)],
  ['changed in its status', changeStatus('a', ['PAUSING'], 'INACTIVE')],
  ['given another database', replaceDatabase('a', project)],
  ['opened', setVersion('a', 180000)],
  ['renamed', renameProject('a', 'B', undefined)],
  ['transferred', moveProject('a', 2)],
  ['deleted', deleteProjectRow('a')],
])('a project that was %s is reported once to subscribers', async (_name, statement) => {
  expect(await toldBy([statement, statement])).toEqual(['a'])
})

test('people whose inbox changed are reported once each, also when a log entry is appended', async () => {
  const rows = [['ada', 'bo'], [], ['ada']]
  const { control, changes } = tellingProjectChanges({
    append: async () => ({ ok: true, rows }),
    write: async () => ({ ok: true, rows: [[], []] }),
  } as unknown as ControlDatabase)
  const told: string[] = []
  const stop = changes.onNotifications((id) => void told.push(id))
  const sight = { profileId: 'ada', audiences: [], onlyProject: undefined }
  await control.append([
    archiveAllRows(sight),
    { sql: 'insert into control.audit_log default values' },
    setNotificationStatuses(sight, []),
  ])
  expect(told).toEqual(['ada', 'bo'])
  await control.write(removeMemberRow(1, 'cy', 'developer'))
  expect(told).toEqual(['ada', 'bo', 'cy'])
  stop()
  await control.append([archiveAllRows(sight)])
  expect(told).toHaveLength(3)
})

test('data that changed is reported with its project, once for each write', async () => {
  const { control, changes } = tellingProjectChanges({
    append: async () => ({ ok: true, rows: [[''], [''], ['']] }),
  } as unknown as ControlDatabase)
  const told: string[] = []
  const stop = changes.onData(({ topic, ref }) => void told.push(`${topic} ${ref}`))
  const [files, schema] = [{ topic: 'storage', ref: 'a' } as const, { topic: 'schema', ref: 'a' } as const]
  await control.append([tellDataChange(files), tellDataChange(schema), tellDataChange(files)])
  stop()
  await control.append([tellDataChange(files)])
  expect(told).toEqual(['storage a', 'schema a'])
})

test('failed writes and other tables are not reported', async () => {
  expect(await toldBy([deleteProjectRow('a')], { ok: false, reason: 'mismatch', statement: 0 })).toEqual([])
  expect(await toldBy([{ sql: 'insert into control.project_keys values ($1)', parameters: ['a'] }])).toEqual(
    [],
  )
})
