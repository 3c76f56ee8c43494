/** A table or function of the documentation, as the page shows it. */
import type { ApiDetail } from '../../data/data-api.js'
import { functionCall, tableCalls, type ApiCall } from '../../rules/settings/api-snippets/api-call.js'
import { apiSnippets } from '../../rules/settings/api-snippets/snippets.js'
import type { ApiTarget, ApiWay } from '../../rules/settings/api-snippets/ways.js'
import type { ApiArgument, ApiColumn, ApiObject } from '../../sql/api-objects.js'
import { apiDocsText as text } from '../../text/api-docs.js'

/** A column or an argument. */
export interface ApiField {
  name: string
  type: string
  /** `primary key`, `nullable`, `default now()`. */
  facts: readonly string[]
  comment: string | null
}

/** A call that can be copied. */
export interface ShownCall {
  key: string
  title: string
  code: string
  copyLabel: string
}

/** A table or function with its calls. */
export interface ApiDetailView {
  name: string
  kind: string
  comment: string | null
  isFunction: boolean
  /** Columns, or the arguments of a function. */
  fields: readonly ApiField[]
  /** What a function returns. */
  returns: string | null
  calls: readonly ShownCall[]
  /** Why there are none. */
  noCalls: string | null
}

/** What the role may do with it, in no language yet. */
export function callsOf(detail: ApiDetail): readonly ApiCall[] {
  if (detail.type === 'table') return tableCalls(detail.table)
  const call = functionCall(detail.function)
  return call ? [call] : []
}

export function apiDetailView(
  object: ApiObject,
  detail: ApiDetail,
  { target, way }: { target: ApiTarget; way: ApiWay },
): ApiDetailView {
  const name = `${object.schema}.${object.name}`
  const shown = apiSnippets(way, target, callsOf(detail)).map(({ call, code }): ShownCall => {
    const title = text.calls[call]
    return { key: call, title, code, copyLabel: text.copyCall(title, name) }
  })
  const isFunction = detail.type === 'function'
  return {
    name,
    kind: text.kinds[object.kind],
    comment: object.comment,
    isFunction,
    fields: isFunction ? detail.function.arguments.map(argumentField) : detail.table.columns.map(columnField),
    returns: isFunction ? text.returns(detail.function.returns) : null,
    calls: shown,
    noCalls: shown.length > 0 ? null : isFunction ? text.unnamed : text.noCalls,
  }
}

function columnField(column: ApiColumn): ApiField {
  const { name, type, comment, key, refersTo, isNullable, isGenerated, isIdentity } = column
  const isRequired = !isNullable && column.default === null && !isGenerated && !isIdentity
  const isWritten = column.mayInsert || column.mayUpdate
  return {
    name,
    type,
    comment,
    facts: [
      ...(key === null ? [] : [text.facts.primaryKey]),
      ...(refersTo === null ? [] : [text.facts.refersTo(refersTo)]),
      ...(isNullable ? [text.facts.nullable] : isRequired && isWritten ? [text.facts.required] : []),
      ...(column.default === null ? [] : [text.facts.default(column.default)]),
      ...(isGenerated || isIdentity ? [text.facts.generated] : isWritten ? [] : [text.facts.readOnly]),
      ...(column.mayRead ? [] : [text.facts.writeOnly]),
    ],
  }
}

function argumentField({ name, type, hasDefault }: ApiArgument): ApiField {
  return { name, type, comment: null, facts: [hasDefault ? text.facts.optional : text.facts.required] }
}
