/**
 * What a change of a table loses: columns that go with their values, values that another type may cut, and row-level
 * security that is turned off. Where a column goes while a new one comes in its place, the values can be kept.
 * @rule structure.losses  @spec §4
 */
import { isSameType } from './column-types.js'
import { ddlCost } from './ddl-lock.js'

/** A table, as far as its losses depend on it. */
export interface LosingTable {
  isRlsOn: boolean
  columns: readonly LosingColumn[]
}

interface LosingColumn {
  position: number | null
  name: string
  type: string
  generated: string | null
}

/** How the values of a column that goes can be kept: in the new column at `column` of the table after the change. */
export interface KeptValues {
  as: 'same' | 'type' | 'rename'
  column: number
  name: string
  type: string
}

/** A column that goes with its values. */
export interface LostColumn {
  position: number
  name: string
  /** Null: no new column takes its place. */
  keep: KeptValues | null
}

/** A column whose values may be cut by its new type. Its name is the one before the change. */
export interface CastColumn {
  name: string
  from: string
  to: string
}

/** All that a change may lose. */
export interface StructureLosses {
  columns: readonly LostColumn[]
  casts: readonly CastColumn[]
  turnsRlsOff: boolean
}

/** Columns are the same where their positions are. */
export function structureLosses(before: LosingTable, after: LosingTable): StructureLosses {
  const at = (position: number | null) => after.columns.find((column) => column.position === position)
  const gone = before.columns.filter(({ position }) => !at(position))
  return {
    columns: gone.map(({ position, name, ...column }) => ({
      position: position ?? 0,
      name,
      keep: keptValues({ position, name, ...column }, gone, after.columns),
    })),
    casts: before.columns.flatMap(({ position, name, type }) => {
      const next = at(position)
      // The values of a generated column are computed again.
      if (!next || next.generated !== null || isSameType(type, next.type)) return []
      const { work } = ddlCost({ step: 'set-type', from: type, to: next.type.trim() })
      return work === 'none' ? [] : [{ name, from: type, to: next.type.trim() }]
    }),
    turnsRlsOff: before.isRlsOn && !after.isRlsOn,
  }
}

/** A new column of the same name, else the only new one of the same type. */
function keptValues(
  old: LosingColumn,
  gone: readonly LosingColumn[],
  columns: readonly LosingColumn[],
): KeptValues | null {
  const added = columns.flatMap((column, index) =>
    column.position === null && column.generated === null ? [{ column, index }] : [],
  )
  const named = added.find(({ column }) => column.name === old.name)
  if (named) {
    const { name, type } = named.column
    return { as: isSameType(old.type, type) ? 'same' : 'type', column: named.index, name, type: type.trim() }
  }
  const isTaken = (name: string) => gone.some((one) => one.name === name)
  const ofType = added.filter(({ column }) => isSameType(old.type, column.type) && !isTaken(column.name))
  const rivals = gone.filter(
    (one) => isSameType(one.type, old.type) && !added.some(({ column }) => column.name === one.name),
  )
  const [only] = ofType
  if (!only || ofType.length > 1 || rivals.length > 1) return null
  return { as: 'rename', column: only.index, name: only.column.name, type: only.column.type.trim() }
}
