/**
 * A kind of database object as data: the fields of its form, how it is read into them, and the statements that make, change
 * and remove it. A list, a panel and its tests are made from this alone.
 */
import type { DdlStep, LockMode, RowWork } from '../../rules/structure/ddl-lock.js'
import type { DdlStatement } from '../column-ddl.js'
import { quoteLiteral } from '../quoting.js'

/** A row of a field that holds a list. */
export type ObjectRow = Readonly<Record<string, string | boolean>>

/** What a field holds. */
export type FieldValue = string | boolean | readonly string[] | readonly ObjectRow[]

/** An object as its form holds it. An empty text means that there is none. */
export type ObjectValues = Readonly<Record<string, FieldValue>>

/** Names that a field suggests: read from the database while the form is open. */
export type Suggestions =
  | 'schemas'
  | 'relations'
  | 'columns'
  | 'functions'
  | 'types'
  | 'roles'
  | 'languages'
  | 'methods'
  | 'versions'

/** How a text is checked before PostgreSQL is asked. */
export type TextCheck = 'name' | 'type' | 'expression' | 'number' | 'none'

interface FieldBase {
  name: string
  /** Not empty. */
  isRequired?: boolean
  /** Can be chosen for a new object only. */
  isFixed?: boolean
  /** Whether the form shows it. Default: always. */
  isShown?(values: ObjectValues, isNew: boolean): boolean
  /** The first major version of PostgreSQL that knows it. Default: every supported one does. */
  since?: number
}

/** A field of the form. */
export type ObjectField =
  | (FieldBase & { type: 'text'; check: TextCheck; suggests?: Suggestions })
  /** Text of several lines in an editor. */
  | (FieldBase & { type: 'code' })
  | (FieldBase & { type: 'secret' })
  | (FieldBase & { type: 'choice'; choices: readonly string[] })
  | (FieldBase & { type: 'flag' })
  /** Any of these words. */
  | (FieldBase & { type: 'set'; choices: readonly string[] })
  | (FieldBase & {
      type: 'rows'
      columns: readonly RowField[]
      /** Whether their order can be chosen. */
      isOrdered?: boolean
      /** The rows are given: none is added or removed. */
      isGiven?: boolean
    })

/** A field of a row. */
export type RowField = { name: string; isRequired?: boolean; isFixed?: boolean; since?: number } & (
  | { type: 'text'; check: TextCheck; suggests?: Suggestions }
  | { type: 'choice'; choices: readonly string[] }
  | { type: 'flag' }
)

/** A statement about an object. */
export interface ObjectStatement extends DdlStatement {
  /** PostgreSQL refuses it inside a transaction. */
  isAlone?: boolean
  /** The field that an error of it belongs to. */
  field?: string
  /** The field whose lines it contains, and its own line, from 1, with which they begin. */
  body?: { field: string; line: number }
}

/** Why an object can't be edited or deleted by itself. */
export type KeptReason =
  | { reason: 'constraint'; name: string }
  | { reason: 'identity'; name: string }
  | { reason: 'language' | 'aggregate' | 'extension' | 'system' | 'partition' | 'owner' }

/** Something else that can be done with an object. */
export interface ObjectAction<Values extends ObjectValues = ObjectValues> {
  id: string
  /** Whether it is offered for this object. */
  fits?(values: Values): boolean
  statements(values: Values): readonly ObjectStatement[]
}

/** A kind of object. */
export interface ObjectKind<Values extends ObjectValues = ObjectValues> {
  fields: readonly ObjectField[]
  blank(schema: string): Values
  /** One row with one JSON object of the fields; none when the object is gone. `$1` is its oid. */
  read: string
  /** Changes what was read into what the fields hold. */
  afterRead?(read: Values): Values
  /** The catalogue that has it, for what depends on it; null: nothing does. */
  catalogue: 'pg_class' | 'pg_proc' | 'pg_trigger' | 'pg_type' | 'pg_extension' | null
  /** Another statement for what depends on it, with the rows of `dropListStatement`. `$1` is its oid. */
  dependents?: string
  kept?(values: Values): KeptReason | null
  /** A copy's values, but for its name. */
  copied?(values: Values): Values
  /** What it is called where it has no field `name`. */
  nameOf?(values: Values): string
  /** Whether it can't be copied. */
  isSingle?: boolean
  /** Whether it can't be changed, only created and deleted. */
  isFinal?: boolean
  create(values: Values): readonly ObjectStatement[]
  change(before: Values, after: Values): readonly ObjectStatement[]
  drop(values: Values, cascades: boolean): readonly ObjectStatement[]
  actions?: readonly ObjectAction<Values>[]
  /** What a new one may begin with, by name. */
  templates?: Readonly<Record<string, Partial<Values>>>
}

/** @returns the kind for a list of all kinds, which gives each only its own values */
export function objectKind<Values extends ObjectValues>(kind: ObjectKind<Values>): ObjectKind {
  return kind as unknown as ObjectKind
}

/** What a statement costs others. */
export interface StatementCost {
  lock?: LockMode
  work?: RowWork
  /** The tables that are locked: `shop.orders`, without quotes. */
  on?: readonly string[]
}

export function objectStatement(
  sql: string,
  { lock, work = 'none', on = [] }: StatementCost = {},
  more: Partial<ObjectStatement> = {},
): ObjectStatement {
  const step: DdlStep = { step: 'object', lock: lock ?? null, work, on }
  return { sql, step, ...more }
}

/** @param what `view "shop"."orders"` */
export function commentStatements(
  what: string,
  before: string,
  after: string,
  cost: StatementCost = {},
): ObjectStatement[] {
  if (before === after) return []
  const text = after === '' ? 'null' : quoteLiteral(after)
  return [objectStatement(`comment on ${what} is ${text}`, cost, { field: 'comment' })]
}

/** Whether some of these fields differ. */
export function differsIn<Values extends ObjectValues>(
  before: Values,
  after: Values,
  fields: readonly (keyof Values & string)[],
): boolean {
  return fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** The names in rows of one text, as they are typed, without empty ones. */
export function wordsOf(rows: readonly { value: string }[]): string[] {
  return rows.map(({ value }) => value).filter((value) => value.trim() !== '')
}
