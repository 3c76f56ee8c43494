/** What the pointer over a name shows: the name as PostgreSQL writes it, what it is, and its comment. */
import type { Hover } from '../../rules/sql/hover.js'
import type { KnownColumn, KnownFunction, KnownRelation } from '../../rules/sql/sql-catalogue.js'
import type { CallSignature } from '../../rules/sql/signature.js'
import { writtenName } from '../../rules/sql/sql-keywords.js'
import { sqlHelpText } from '../../text/sql-help.js'

/** What is shown of the name under the pointer. `start` and `end` are UTF-16 offsets in the text. */
export interface ShownHover {
  start: number
  end: number
  /** SQL, line by line. */
  code: string
  notes: string[]
}

/** A function's form, with the range of each of its parameters in it. */
export interface ShownSignature {
  /** `date_trunc(text, timestamp) → timestamp` */
  code: string
  /** UTF-16 offsets in the code; the end is exclusive. */
  parameters: { start: number; end: number }[]
  /** Index of the one that is being written; undefined: there are fewer. */
  parameter: number | undefined
  notes: string[]
}

export function shownSignature({ shown, parameters, parameter, others }: CallSignature): ShownSignature {
  const before = `${shown.name}(`
  let at = before.length
  const ranges = parameters.map((text) => {
    const start = at
    at += text.length + ', '.length
    return { start, end: start + text.length }
  })
  return {
    code: `${before}${parameters.join(', ')}) → ${shown.result}`,
    parameters: ranges,
    parameter,
    notes: withComment(others > 0 ? [sqlHelpText.moreForms(others)] : [], shown.comment),
  }
}

/** Columns of a table and forms of a function that are shown. */
const LINES_MAX = 20

export function shownHover(hover: Hover): Omit<ShownHover, 'start' | 'end'> {
  switch (hover.type) {
    case 'relation':
      return ofRelation(hover.relation)
    case 'column': {
      const { column, source } = hover
      const owner = source.relation ? `${source.relation.schema}.${source.relation.name}` : source.name
      return { code: columnLine(column), notes: withComment([sqlHelpText.columnOf(owner)], column.comment) }
    }
    case 'function':
      return ofFunctions(hover.functions)
  }
}

function ofRelation({
  schema,
  name,
  kind,
  columns,
  comment,
}: KnownRelation): Omit<ShownHover, 'start' | 'end'> {
  const lines = columns.slice(0, LINES_MAX).map((column) => `  ${columnLine(column)}`)
  const rest = columns.length - lines.length
  return {
    code: [`${writtenName(schema)}.${writtenName(name)}`, ...lines].join('\n'),
    notes: withComment(
      [sqlHelpText.relations[kind], ...(rest > 0 ? [sqlHelpText.moreColumns(rest)] : [])],
      comment,
    ),
  }
}

function ofFunctions(functions: readonly KnownFunction[]): Omit<ShownHover, 'start' | 'end'> {
  const shown = functions.slice(0, LINES_MAX)
  const rest = functions.length - shown.length
  const [first] = functions
  return {
    code: shown.map(({ name, parameters, result }) => `${name}(${parameters}) → ${result}`).join('\n'),
    notes: withComment(
      [sqlHelpText.functionOf(first?.schema ?? ''), ...(rest > 0 ? [sqlHelpText.moreForms(rest)] : [])],
      first?.comment ?? null,
    ),
  }
}

function columnLine({ name, type, isNullable }: KnownColumn): string {
  return [writtenName(name), type, ...(isNullable ? [] : [sqlHelpText.notNull])].filter(Boolean).join(' ')
}

function withComment(notes: string[], comment: string | null): string[] {
  return comment === null || comment === '' ? notes : [...notes, comment]
}
