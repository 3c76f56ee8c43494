import { expect, test } from 'vitest'
import type { LiveSubscription } from './live-subscription.js'
import { planDelivery } from './plan-delivery.js'
import type { TableChange } from './table-change.js'
import type { TableShape } from './table-shape.js'

const column = (name: string, isKey = false) => ({
  name,
  type: 'text',
  cast: 'pg_catalog.text',
  base: 'text',
  isKey,
  isIdentity: isKey,
  mayRead: true,
})
const SHAPE: TableShape = {
  oid: 1,
  schema: 'public',
  table: 'notes',
  columns: [column('id', true), column('body')],
}
const shapes = new Map([[1, SHAPE]])
const committedAt = new Date(0)
const insert: TableChange = {
  oid: 1,
  type: 'INSERT',
  committedAt,
  record: new Map([
    ['id', 'a'],
    ['body', 'x'],
  ]),
  old: undefined,
}
const remove: TableChange = {
  ...insert,
  type: 'DELETE',
  record: undefined,
  old: new Map([
    ['id', 'a'],
    ['body', 'x'],
  ]),
}
const subscription = (id: number, more: Partial<LiveSubscription> = {}): LiveSubscription => ({
  id,
  event: '*',
  schema: 'public',
  table: 'notes',
  filters: [],
  select: undefined,
  viewer: { role: 'anon', claims: '{}' },
  ...more,
})
const rights = (columns: string[], isChecked: boolean) => JSON.stringify({ columns, isChecked })
/** By what is asked, what is answered. */
const answering =
  (found: { rights: string | null; visible?: string | null; filter?: string | null }) => (query: string) =>
    query.includes('json_build_object')
      ? found.rights
      : query.startsWith(`select 'on'`)
        ? found.rights?.includes('"isChecked":true')
          ? 'on'
          : null
        : query.includes(' join ')
          ? (found.visible ?? null)
          : (found.filter ?? null)
const heard = (
  subscriptions: LiveSubscription[],
  changes: TableChange[],
  found: Parameters<typeof answering>[0],
  known: ReadonlyMap<number, TableShape> = shapes,
) => {
  const plan = planDelivery(changes, known, subscriptions)
  const answer = answering(found)
  return plan
    .deliveries(plan.asked.map(({ query }) => answer(query)))
    .map(({ subscriptions: of, data }) => ({ ids: of.map(({ id }) => id), data: JSON.parse(data) as object }))
}

test('equal claims are asked once, and nothing is asked of tables that nobody listens to', () => {
  const many = [1, 2, 3].map((id) => subscription(id))
  expect(planDelivery([insert], shapes, many).asked).toHaveLength(3)
  const other = subscription(4, { viewer: { role: 'anon', claims: '{"sub":"b"}' } })
  expect(planDelivery([insert], shapes, [...many, other]).asked).toHaveLength(4)
  expect(planDelivery([insert], shapes, [subscription(5, { table: 'others' })]).asked).toEqual([])
})

test('a row that the policies don’t show, or that could not be asked for, reaches nobody', () => {
  const all = rights(['id', 'body'], true)
  expect(heard([subscription(1)], [insert], { rights: all, visible: null })).toEqual([])
  expect(heard([subscription(1)], [insert], { rights: all, visible: '1' })).toEqual([])
  expect(heard([subscription(1)], [insert], { rights: null, visible: '0' })).toEqual([])
  expect(heard([subscription(1)], [insert], { rights: all, visible: '0' })).toHaveLength(1)
  expect(heard([subscription(1)], [insert], { rights: rights(['id'], false) })).toMatchObject([
    { ids: [1], data: { record: { id: 'a' }, columns: [{ name: 'id', type: 'text' }] } },
  ])
})

test('of a deleted row nothing but the key is told, or can be asked for by a filter, where policies hold', () => {
  const filtered = subscription(2, {
    filters: [{ column: 'body', operator: 'eq', value: 'x', isNegated: false }],
  })
  const both = [subscription(1), filtered]
  expect(heard(both, [remove], { rights: rights(['id', 'body'], true), filter: '0' })).toMatchObject([
    { ids: [1], data: { type: 'DELETE', old_record: { id: 'a' } } },
  ])
})

test('a table without a key, and a key that may not be read, are told as errors', () => {
  const keyless = new Map([[1, { ...SHAPE, columns: [column('id'), column('body')] }]])
  expect(heard([subscription(1)], [insert], { rights: rights(['id'], true) }, keyless)).toMatchObject([
    { data: { record: {}, errors: ['Error 400: Bad Request, no primary key'] } },
  ])
  expect(heard([subscription(1)], [insert], { rights: rights(['body'], true), visible: '0' })).toMatchObject([
    { data: { record: {}, errors: ['Error 401: Unauthorized'] } },
  ])
})
