/** The parameter `order`. */
import { readField, readName, type Field } from './name.js'
import { TextReader } from './text-reader.js'

/** One column to order by. */
export interface OrderTerm {
  /** The embedded relation that has the column. */
  relation: string | undefined
  field: Field
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

/** @throws DataApiError PGRST100 */
export function readOrder(text: string): OrderTerm[] {
  const reader = new TextReader(text, 'order')
  const terms: OrderTerm[] = []
  do terms.push(readTerm(reader))
  while (reader.takes(','))
  reader.expectEnd()
  return terms
}

function readTerm(reader: TextReader): OrderTerm {
  const start = reader.at
  let relation: string | undefined = readName(reader)
  if (!reader.takes('(')) {
    reader.at = start
    relation = undefined
  }
  const field = readField(reader)
  if (relation !== undefined) reader.expect(')')
  const direction = reader.takes('.asc') ? 'asc' : reader.takes('.desc') ? 'desc' : undefined
  const nulls = reader.takes('.nullsfirst') ? 'first' : reader.takes('.nullslast') ? 'last' : undefined
  return { relation, field, direction, nulls }
}
