import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { relationIdStatement } from '../../sql/structure-lookups.js'
import { openScreen } from '../../testing/open-screen.js'
import type { StructurePanels } from './structure-panels.js'

let end: (() => void) | undefined
afterEach(() => end?.())

async function makeOrders(page: 'tableEditor' | 'tables', path: string) {
  const opened = await openScreen(page, path, (fake: FakePlatform) =>
    fake.answer(relationIdStatement('public', 'orders').query, {
      results: [{ command: 'SELECT', rowCount: 1, fields: [], notices: [], rows: [['4711']] }],
    }),
  )
  end = opened.end
  const panels = (opened.screen as unknown as { structure: { panels: StructurePanels } }).structure.panels
  opened.watch(panels.$open, panels.$mayChange)
  await opened.until(() => expect(panels.$mayChange.get()).toEqual({ disabled: false }))
  panels.newTable('public')
  const open = panels.$open.get()
  if (open?.kind !== 'table') throw new Error('No panel is open')
  open.panel.form.set('name', 'orders')
  expect(await open.panel.form.submit()).toEqual({ type: 'done' })
  return { ...opened, current: () => opened.host.navigation.current() }
}

test('a table that was made in the table editor is opened', async () => {
  const { until, current } = await makeOrders('tableEditor', '/project/default/editor')
  await until(() =>
    expect(current()).toMatchObject({ pathname: '/project/default/editor/4711', search: '?schema=public' }),
  )
})

test('a table that was made from a list of the database leaves one in the list', async () => {
  const { fake, current } = await makeOrders('tables', '/project/default/database/tables')
  expect(current().pathname).toBe('/project/default/database/tables')
  const asked = fake.requests.map(({ body }) => (body as { query?: string } | undefined)?.query)
  expect(asked).not.toContain(relationIdStatement('public', 'orders').query)
})
