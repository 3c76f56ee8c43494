/** Answers that need no database: which verbs a place permits. */
import type { DataAnswer, DataPlan } from '../request.js'
import type { DataSchema } from '../schema/data-schema.js'
import { primaryKeyNames } from '../schema/relations.js'
import type { Table } from '../schema/table.js'
import { refused } from '../errors.js'

/** The verbs of a table or view, by what PostgreSQL permits for it. */
export function verbsOfTable(schema: DataSchema, table: Table): string[] {
  const { isInsertable, isUpdatable, isDeletable } = table
  const canPut = isInsertable && isUpdatable && primaryKeyNames(schema, table).length > 0
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(isInsertable ? ['POST'] : []),
    ...(canPut ? ['PUT'] : []),
    ...(isUpdatable ? ['PATCH'] : []),
    ...(isDeletable ? ['DELETE'] : []),
  ]
}

/** The verbs of a function. @throws DataApiError PGRST202 */
export function verbsOfFunction(schema: DataSchema, within: string, name: string): string[] {
  const forms = schema.functions(within, name)
  if (forms.length === 0)
    throw refused('PGRST202', `Could not find the function ${within}.${name} in the schema cache`)
  return forms.every((one) => one.isVolatile) ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
}

/** A plan that is its own answer: 200 with `Allow`. */
export function allowPlan(verbs: readonly string[]): DataPlan {
  const ready: DataAnswer = { status: 200, headers: [['Allow', verbs.join(',')]], body: '', undone: false }
  const main = { text: 'select null::text as "body"', values: [] }
  return {
    readOnly: true,
    opening: [{ text: 'begin read only', values: [] }],
    main,
    end: 'commit',
    ready,
    answer: () => ready,
  }
}
