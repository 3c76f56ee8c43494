/** Messages of PostgreSQL's log become changes of rows. */
import type { OutputMessage, Relation, TupleValue } from './pgoutput.js'
import type { RowTexts, TableChange } from './table-change.js'

export interface ChangeDecoder {
  /** Tables that the messages described, whose columns may be others than before, are added to `reshaped`. */
  decode(messages: readonly OutputMessage[], reshaped: Set<number>): TableChange[]
}

export function createChangeDecoder(): ChangeDecoder {
  const relations = new Map<number, Relation>()
  let begun = { committedAt: new Date(0), transaction: 0 }

  const rowOf = (
    oid: number,
    values: TupleValue[] | undefined,
    identityOnly: boolean,
  ): RowTexts | undefined => {
    const relation = relations.get(oid)
    if (!values || !relation) return undefined
    return new Map(
      relation.columns.flatMap(({ name, isKey }, at) => {
        const value = values[at]
        // PostgreSQL sends null for columns outside the identity, when it sends the identity alone.
        return value === undefined || (identityOnly && !isKey) ? [] : [[name, value] as const]
      }),
    )
  }

  return {
    decode(messages, reshaped) {
      const changes: TableChange[] = []
      for (const message of messages) {
        if (message.type === 'begin')
          begun = { committedAt: message.committedAt, transaction: message.transaction }
        else if (message.type === 'relation') {
          relations.set(message.relation.oid, message.relation)
          reshaped.add(message.relation.oid)
        } else if (message.type === 'insert') {
          const { oid, record } = message
          changes.push({
            oid,
            type: 'INSERT',
            ...begun,
            record: rowOf(oid, record, false),
            old: undefined,
          })
        } else if (message.type === 'update') {
          const { oid, record, old } = message
          changes.push({
            oid,
            type: 'UPDATE',
            ...begun,
            record: rowOf(oid, record, false),
            old: rowOf(oid, old, true),
          })
        } else if (message.type === 'delete') {
          const { oid, old } = message
          changes.push({ oid, type: 'DELETE', ...begun, record: undefined, old: rowOf(oid, old, true) })
        }
      }
      return changes
    },
  }
}
