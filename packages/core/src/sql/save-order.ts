/**
 * In which order the statements of a save can follow each other: what is deleted or renamed makes room for what takes its
 * value, a row comes before those that refer to it, and goes after them. Rows that wait for each other are led out by a
 * constraint that can be deferred, or by a value that one of them holds for a moment.
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { newValueIn, type NewValue } from '../rules/table-editor/staged-edits.js'
import { parkingValue, type ParkedColumn } from './parking-value.js'
import type { ReadTable } from './read-table.js'
import { comparableValue } from './comparable-value.js'
import type { TableDetail } from './table-detail.js'

/** What the order depends on. What is absent is not looked at. */
export interface OrderedTable
  extends Pick<ReadTable, 'key'>, Partial<Pick<TableDetail, 'id' | 'references' | 'constraints'>> {
  columns: readonly ParkedColumn[]
}

/** A statement to come: what its rows held, and what they will hold. A side that is absent has no row. */
export interface Step {
  /** One for each row that it is about. */
  rows: readonly {
    key: string
    /** By column, as far as it is known. */
    before?: Readonly<Record<string, Cell>>
    /** Values that it gets; of a new row all others are defaults. */
    after?: Readonly<Record<string, NewValue>>
  }[]
}

/** A row that holds another value for a moment. */
export interface Parked {
  step: number
  /** The number of the row in the step. */
  row: number
  column: string
  /** Null: NULL. */
  value: string | null
}

/** An order of the steps. */
export interface SaveOrder {
  /** The numbers of the steps. */
  order: readonly number[]
  /** What comes before all steps. */
  parked: readonly Parked[]
  /** Constraints to defer. */
  deferred: readonly string[]
  /** Rows, by their keys, that wait for each other without a way out; the order ends with their steps. */
  tangled: readonly string[]
}

/** Why one step has to come before another one. */
interface Edge {
  from: number
  /** The row of `from`. */
  row: number
  to: number
  constraint: string
  isDeferrable: boolean
  /** Columns whose unique values are passed on; absent: it is a reference. */
  unique?: readonly string[]
  /** Another way was found. */
  isGone: boolean
}

/** Values of the columns of a constraint that a step gives or takes away; undefined: it is not known. */
interface Tuple {
  step: number
  row: number
  values: readonly (string | undefined)[]
}

/** @param steps in the order that is kept where nothing asks for another one */
export function saveOrder(table: OrderedTable, steps: readonly Step[]): SaveOrder {
  const edges = edgesOf(table, steps)
  const out = steps.map((): Edge[] => [])
  const into = steps.map((): Edge[] => [])
  for (const edge of edges) {
    out[edge.from]?.push(edge)
    into[edge.to]?.push(edge)
  }
  const waiting = into.map(({ length }) => length)
  const isDone = steps.map(() => false)
  /** The next one stands last. */
  const ready = steps.flatMap((_, step) => (waiting[step] === 0 ? [step] : [])).reverse()
  const leave = (edge: Edge) => {
    if (edge.isGone) return
    edge.isGone = true
    const left = (waiting[edge.to] ?? 0) - 1
    waiting[edge.to] = left
    if (left === 0 && !isDone[edge.to]) insertDescending(ready, edge.to)
  }
  const order: number[] = []
  const parked: Parked[] = []
  const deferred = new Set<string>()
  const tangled: string[] = []
  let first = 0
  for (;;) {
    for (let step = ready.pop(); step !== undefined; step = ready.pop()) {
      isDone[step] = true
      order.push(step)
      out[step]?.forEach(leave)
    }
    if (order.length === steps.length) break
    while (isDone[first]) first++
    const cycle = cycleFrom(first, into)
    const way = wayOut(table, steps, cycle)
    if (way.type === 'defer') {
      deferred.add(way.constraint)
      edges.filter(({ constraint }) => constraint === way.constraint).forEach(leave)
    } else if (way.type === 'park') {
      parked.push(way.parked)
      const { step, row, column } = way.parked
      out[step]?.filter((edge) => edge.row === row && edge.unique?.includes(column)).forEach(leave)
    } else {
      tangled.push(...cycle.flatMap(({ from }) => steps[from]?.rows.map(({ key }) => key) ?? []))
      into[cycle[0].from]?.forEach(leave)
    }
  }
  return { order, parked, deferred: [...deferred], tangled: [...new Set(tangled)] }
}

function insertDescending(numbers: number[], added: number): void {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > added) low = middle + 1
    else high = middle
  }
  numbers.splice(low, 0, added)
}

function edgesOf(table: OrderedTable, steps: readonly Step[]): Edge[] {
  const edges: Edge[] = []
  const connect = (
    before: readonly Tuple[],
    after: readonly Tuple[],
    why: Pick<Edge, 'constraint' | 'isDeferrable' | 'unique'>,
  ) =>
    forMatches(before, after, (from, to) => {
      if (from.step !== to.step)
        edges.push({ ...why, from: from.step, row: from.row, to: to.step, isGone: false })
    })
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const tuples = (columns: readonly string[], side: 'before' | 'after', nullsMatch: boolean) =>
    tuplesOf(steps, columns, { side, nullsMatch, types })
  for (const { name, columns, isDeferrable, nullsAreEqual } of table.constraints?.uniques ?? [])
    connect(tuples(columns, 'before', nullsAreEqual), tuples(columns, 'after', nullsAreEqual), {
      constraint: name,
      isDeferrable,
      unique: columns,
    })
  for (const { name, columns, targetId, targetColumns, isDeferrable = false } of table.references ?? []) {
    if (targetId !== table.id) continue
    const edge = { constraint: name, isDeferrable }
    connect(tuples(targetColumns, 'after', false), tuples(columns, 'after', false), edge)
    connect(tuples(columns, 'before', false), tuples(targetColumns, 'before', false), edge)
  }
  return edges
}

/** The tuples of rows whose columns change. */
function tuplesOf(
  steps: readonly Step[],
  columns: readonly string[],
  {
    side,
    nullsMatch,
    types,
  }: { side: 'before' | 'after'; nullsMatch: boolean; types: ReadonlyMap<string, string> },
): Tuple[] {
  const known = (column: string, value: Cell | undefined) =>
    value === null ? null : value === undefined ? undefined : comparableValue(types.get(column) ?? '', value)
  return steps.flatMap(({ rows }, step) =>
    rows.flatMap(({ before, after }, row): Tuple[] => {
      if (side === 'before' ? !before : !after) return []
      if (before && after && !columns.some((column) => newValueIn(after, column))) return []
      const values = columns.map((column) => {
        const given = side === 'after' ? newValueIn(after, column) : undefined
        if (given) return given.type === 'default' ? undefined : known(column, textOf(given))
        return before && Object.hasOwn(before, column) ? known(column, before[column]) : undefined
      })
      if (!nullsMatch && values.includes(null)) return []
      return [{ step, row, values: values.map((value) => (value === null ? '\0null' : value)) }]
    }),
  )
}

function textOf(value: NewValue): Cell {
  return value.type === 'text' ? value.text : null
}

/** Pairs whose known values are equal; those that share no known value are no pair. */
function forMatches(
  before: readonly Tuple[],
  after: readonly Tuple[],
  found: (from: Tuple, to: Tuple) => void,
): void {
  const byShape = new Map<string, Tuple[]>()
  for (const tuple of before) push(byShape, tuple.values.map((value) => value !== undefined).join(), tuple)
  for (const ofShape of byShape.values()) {
    const shape = ofShape[0]?.values ?? []
    const indexes = new Map<string, Map<string, Tuple[]>>()
    for (const to of after) {
      const { values } = to
      const shared = shape.flatMap((value, at) =>
        value !== undefined && values[at] !== undefined ? [at] : [],
      )
      if (shared.length === 0) continue
      const keyOf = (of: readonly (string | undefined)[]) => JSON.stringify(shared.map((at) => of[at]))
      let index = indexes.get(shared.join())
      if (!index) {
        index = new Map()
        for (const one of ofShape) push(index, keyOf(one.values), one)
        indexes.set(shared.join(), index)
      }
      for (const from of index.get(keyOf(values)) ?? []) found(from, to)
    }
  }
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

type Cycle = readonly [Edge, ...Edge[]]

/** Steps that wait for each other. @param start waits for a step that waits, too */
function cycleFrom(start: number, into: readonly (readonly Edge[])[]): Cycle {
  const path: Edge[] = []
  const seen = new Map<number, number>()
  for (let at = start; ;) {
    const known = seen.get(at)
    if (known !== undefined) return path.slice(known) as unknown as Cycle
    seen.set(at, path.length)
    const edge = into[at]?.find(({ isGone }) => !isGone)
    if (!edge) throw new Error('A step that waits for nothing was left')
    path.push(edge)
    at = edge.from
  }
}

type WayOut = { type: 'defer'; constraint: string } | { type: 'park'; parked: Parked } | { type: 'none' }

function wayOut(table: OrderedTable, steps: readonly Step[], cycle: Cycle): WayOut {
  const deferrable = cycle.find(({ isDeferrable }) => isDeferrable)
  if (deferrable) return { type: 'defer', constraint: deferrable.constraint }
  for (const { from, row, unique } of cycle) {
    const of = steps[from]?.rows[row]
    if (!unique || !of?.before) continue
    for (const name of unique) {
      const column = table.columns.find((one) => one.name === name)
      const changes = of.after === undefined || newValueIn(of.after, name) !== undefined
      if (!column || !changes || !Object.hasOwn(of.before, name)) continue
      const value = parkingValue(table, column, `${of.key} ${name}`)
      if (value !== undefined) return { type: 'park', parked: { step: from, row, column: name, value } }
    }
  }
  return { type: 'none' }
}
