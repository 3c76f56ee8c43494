import { createFakePlatform, type FakePlatform } from '@basedeck/platform-client/testing'
import type { Destruction } from '@basedeck/sql-guard/grammar'
import { expect, test, vi } from 'vitest'
import { dropImpactStatement } from '../../sql/index.js'
import { createMemoryHost } from '../../testing/memory-host.js'
import { testDeck } from '../../testing/test-deck.js'
import { createScreenFiles } from '../screen-files.js'

await createScreenFiles().fetch('sqlEditor')

async function ask(sql: string, prepare: (fake: FakePlatform) => void) {
  const fake = createFakePlatform()
  prepare(fake)
  const deck = testDeck(createMemoryHost('/project/default/sql/1'), fake)
  const opened = deck.$screen.get()
  if (opened.name !== 'sqlEditor') throw new Error('not the editor')
  const { screen } = opened
  screen.$question.subscribe(() => undefined)
  screen.type(sql)
  // The grammar comes a moment after the page.
  await vi.waitFor(async () => {
    screen.dismiss()
    await screen.run()
    expect(screen.$question.get()?.dropImpact).not.toEqual([])
  })
  await vi.waitFor(() =>
    expect(screen.$question.get()?.dropImpact).not.toContain('Checking what is affected…'),
  )
  return screen.$question.get()
}

const destruction = (more: Partial<Destruction>): Destruction => ({
  act: 'drop',
  kind: 'relation',
  name: 'orders',
  cascades: true,
  ...more,
})
const counted = (fake: FakePlatform, of: Destruction, row: (string | null)[]) =>
  fake.answer(dropImpactStatement(of).query, {
    results: [{ command: 'SELECT', rowCount: 1, fields: [], rows: [row], notices: [] }],
  })

test.each<[string, Partial<Destruction>, (string | null)[], string]>([
  [
    'drop schema shop cascade',
    { kind: 'schema', name: 'shop' },
    ['true', '14', null],
    'Drops schema shop and 14 objects in it',
  ],
  [
    'drop schema shop cascade',
    { kind: 'schema', name: 'shop' },
    ['false', '0', null],
    'There is no schema shop',
  ],
  ['drop table orders cascade', {}, ['true', '1', '7'], 'Drops orders and 1 object that depends on it'],
  ['drop table orders cascade', {}, ['true', '0', '7'], 'Drops orders; nothing depends on it'],
  [
    'truncate s.orders',
    { act: 'empty', schema: 's', cascades: false },
    ['true', '0', '200000'],
    'Empties s.orders (about 200,000 rows)',
  ],
  [
    'truncate orders cascade',
    { act: 'empty' },
    ['true', '2', '-1'],
    'Empties orders and 2 tables that refer to it',
  ],
  ['delete from orders', { act: 'empty', cascades: false }, ['true', '0', '0'], 'Empties orders'],
])('%s says what it destroys (%#)', async (sql, of, row, sentence) => {
  const question = await ask(sql, (fake) => counted(fake, destruction(of), row))
  expect(question?.dropImpact).toEqual([sentence])
})

test('in the hosted build, on the branch that others come from, the name is typed first', async () => {
  const prepare = (isPlatform: boolean, parent?: string) => (fake: FakePlatform) => {
    fake.runtime.isPlatform = isPlatform
    Object.assign(fake.project, {
      is_branch_enabled: true,
      ...(parent === undefined ? {} : { parent_project_ref: parent }),
    })
    counted(fake, destruction({}), ['true', '0', '1'])
  }
  const drop = 'drop table orders cascade'
  expect((await ask(drop, prepare(true)))?.nameToType).toBe('orders')
  expect((await ask(drop, prepare(true, 'main')))?.nameToType).toBeNull()
  expect((await ask(drop, prepare(false)))?.nameToType).toBeNull()
})
