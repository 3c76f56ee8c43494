/**
 * Which subscriptions hear of which changes. Rights, filters and row-level security are asked of PostgreSQL, as each role and with
 * each caller's claims: the questions are planned here, and the answers read. SERVICES §3.4
 */
import { qualifiedName, quoteIdentifier, quoteLiteral } from '@basedeck/core/sql'
import type { AskedAs } from './ask-as.js'
import { conditionSql, type ChangeFilter } from './change-filter.js'
import { grouped } from './grouped.js'
import { changeMessage } from './change-message.js'
import { isOfTable, type LiveSubscription, type Viewer } from './live-subscription.js'
import type { TableChange } from './table-change.js'
import type { ShapeColumn, TableShape } from './table-shape.js'

export interface Delivery<Subscription extends LiveSubscription> {
  /** In the order in which they were given; all get the same text. */
  subscriptions: Subscription[]
  /** The member `data` of the message, as JSON. */
  data: string
}

export interface DeliveryPlan<Subscription extends LiveSubscription> {
  asked: readonly AskedAs[]
  /** @param answers in the order of `asked`; null: none */
  deliveries(answers: readonly (string | null)[]): Delivery<Subscription>[]
}

/** What a role may read of a table. */
interface Rights {
  columns: string[]
  /** Row-level security holds for it. */
  isChecked: boolean
}

interface Candidate<Subscription> {
  subscription: Subscription
  change: TableChange
  shape: TableShape
  rights: number
  filtered: number | undefined
  visible: number | undefined
  /** Of the change among those that were asked of. */
  number: number
  key: number | undefined
}

export function planDelivery<Subscription extends LiveSubscription>(
  changes: readonly TableChange[],
  shapes: ReadonlyMap<number, TableShape>,
  subscriptions: readonly Subscription[],
): DeliveryPlan<Subscription> {
  const asked: AskedAs[] = []
  const known = new Map<string, number>()
  const ask = (name: string, make: () => AskedAs): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    known.set(name, asked.length)
    return asked.push(make()) - 1
  }
  const byTable = grouped(changes, ({ oid }) => oid)
  const found = new Map<TableChange, Candidate<Subscription>[]>()

  for (const [oid, ofTable] of byTable) {
    const shape = shapes.get(oid)
    if (!shape) continue
    const hearing = subscriptions.filter((one) => isOfTable(one, shape))
    const keys = keysOf(ofTable, shape)
    for (const subscription of hearing) {
      const { viewer, filters, event } = subscription
      const { role } = viewer
      const rights = ask(`rights ${oid} ${role}`, () => ({ role, claims: null, query: rightsQuery(oid) }))
      const checked = ask(`checked ${oid} ${role}`, () => ({ role, claims: null, query: checkedQuery(oid) }))
      const filtered =
        filters.length === 0
          ? undefined
          : ask(`filter ${oid} ${role} ${JSON.stringify(filters)}`, () => ({
              role,
              claims: null,
              query: filterQuery(ofTable, shape, filters),
              needs: rights,
            }))
      const visible =
        keys.size === 0
          ? undefined
          : ask(`visible ${oid} ${role} ${viewer.claims}`, () => ({
              ...viewerOf(viewer),
              query: visibleQuery(keys, shape),
              needs: checked,
            }))
      for (const [number, change] of ofTable.entries()) {
        if (event !== '*' && event !== change.type) continue
        const candidates = found.get(change) ?? []
        const key = keys.get(keyOf(change, shape) ?? '')?.number
        candidates.push({ subscription, change, shape, rights, filtered, visible, number, key })
        found.set(change, candidates)
      }
    }
  }

  return {
    asked,
    deliveries(answers) {
      const numbers = answers.map((answer) => new Set(answer?.split(',').map(Number)))
      const rightsAt = new Map<number, Rights | undefined>()
      const rightsOf = (at: number): Rights | undefined => {
        if (!rightsAt.has(at)) rightsAt.set(at, JSON.parse(answers[at] ?? 'null') ?? undefined)
        return rightsAt.get(at)
      }
      return changes.flatMap((change) => {
        const messages = new Map<string, Delivery<Subscription>>()
        for (const candidate of found.get(change) ?? []) {
          const { subscription, shape, filtered, visible, number, key } = candidate
          const rights = rightsOf(candidate.rights)
          if (!rights) continue
          if (filtered !== undefined && !numbers[filtered]?.has(number)) continue
          const isDelete = change.type === 'DELETE'
          const { filters, select } = subscription
          // A deleted row can't be checked any more: nothing but its key may be told, or asked for.
          const keyOnly = isDelete && rights.isChecked
          if (keyOnly && !filters.every(({ column }) => isKey(shape, column))) continue
          const mayReadKey = shape.columns.every(
            (column) => !column.isKey || rights.columns.includes(column.name),
          )
          const hasKey = shape.columns.some((column) => column.isKey)
          if (!isDelete && hasKey && mayReadKey && rights.isChecked) {
            if (visible === undefined || key === undefined || !numbers[visible]?.has(key)) continue
          }
          const columns = shape.columns.filter(
            ({ name, isKey: ofKey }) =>
              rights.columns.includes(name) && (ofKey || !select || select.includes(name)),
          )
          const error = isDelete ? undefined : !hasKey ? NO_KEY : !mayReadKey ? UNAUTHORIZED : undefined
          const form = `${error ?? ''} ${keyOnly} ${columns.map(({ name }) => name).join('\0')}`
          const message = messages.get(form)
          if (message) message.subscriptions.push(subscription)
          else
            messages.set(form, {
              subscriptions: [subscription],
              data: changeMessage(change, shape, { columns: error ? [] : columns, keyOnly, error }),
            })
        }
        return [...messages.values()]
      })
    },
  }
}

/** As clients of the family match them. */
const NO_KEY = 'Error 400: Bad Request, no primary key'
const UNAUTHORIZED = 'Error 401: Unauthorized'

const viewerOf = ({ role, claims }: Viewer) => ({ role, claims })
const isKey = ({ columns }: TableShape, name: string): boolean =>
  columns.some((column) => column.isKey && column.name === name)

interface Key {
  number: number
  values: string[]
}

/** Undefined: there is no key, or its row is gone. */
function keyOf({ type, record }: TableChange, { columns }: TableShape): string | undefined {
  if (type === 'DELETE' || !record) return undefined
  const values = columns.filter((column) => column.isKey).map(({ name }) => record.get(name))
  return values.length === 0 ? undefined : JSON.stringify(values)
}

/** A row that was changed several times is asked for once. */
function keysOf(changes: readonly TableChange[], shape: TableShape): Map<string, Key> {
  const keys = new Map<string, Key>()
  for (const change of changes) {
    const key = keyOf(change, shape)
    if (key !== undefined && !keys.has(key))
      keys.set(key, { number: keys.size, values: JSON.parse(key) as string[] })
  }
  return keys
}

function rightsQuery(oid: number): string {
  return `select pg_catalog.json_build_object('isChecked', pg_catalog.row_security_active(${oid}::oid), 'columns', coalesce(
    (select pg_catalog.json_agg(a.attname) from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid
      where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped
        and pg_catalog.has_schema_privilege(c.relnamespace, 'usage')
        and pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'select')), '[]'))::text`
}

/** No row where row-level security does not hold. */
function checkedQuery(oid: number): string {
  return `select 'on' where pg_catalog.row_security_active(${oid}::oid)`
}

function visibleQuery(keys: ReadonlyMap<string, Key>, { schema, table, columns }: TableShape): string {
  const parts = columns.filter((column) => column.isKey)
  const rows = [...keys.values()].map(
    ({ number, values }) =>
      `(${[number, ...values.map((value, at) => `${quoteLiteral(value)}::${parts[at]?.cast}`)].join(', ')})`,
  )
  const names = parts.map((_, at) => `k${at}`)
  const equal = parts.map(({ name }, at) => `t.${quoteIdentifier(name)} = k.k${at}`)
  return `select pg_catalog.string_agg(k.n::text, ',') from (values ${rows.join(', ')}) k(${['n', ...names].join(', ')})
    join ${qualifiedName(schema, table)} t on ${equal.join(' and ')}`
}

function filterQuery(
  changes: readonly TableChange[],
  { columns }: TableShape,
  filters: readonly ChangeFilter[],
): string {
  const used = columns.filter(({ name }) => filters.some(({ column }) => column === name))
  const rows = changes.map((change, number) => {
    const texts = used.map((column) => literal(valueIn(change, column)))
    return `(${[number, ...texts].join(', ')})`
  })
  const conditions = filters.map((filter) => {
    const at = used.findIndex(({ name }) => name === filter.column)
    return at < 0 ? 'false' : `(${conditionSql(filter, `k.k${at}`, used[at]?.cast ?? 'text')})`
  })
  const names = used.map((_, at) => `k${at}`)
  return `select pg_catalog.string_agg(k.n::text, ',') from (values ${rows.join(', ')}) k(${['n', ...names].join(', ')})
    where ${conditions.join(' and ')}`
}

/** A large value that did not change was not sent with the new row. Of a deleted row, the replica identity alone is known. */
function valueIn({ type, record, old }: TableChange, { name, isIdentity }: ShapeColumn): string | null {
  if (type === 'DELETE') return isIdentity ? (old?.get(name) ?? null) : null
  const value = record?.get(name)
  return (value === undefined ? old?.get(name) : value) ?? null
}

const literal = (value: string | null): string =>
  value === null ? 'null::text' : `${quoteLiteral(value)}::text`
