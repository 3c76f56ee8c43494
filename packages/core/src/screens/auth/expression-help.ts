/** The help of an editor that holds only the condition of a table: the table's columns are known in it. */
import { qualifiedName } from '../../sql/quoting.js'
import type { TableName } from '../../sql/column-ddl.js'
import type { Needs } from '../context.js'
import { createLateHelp } from '../query/late-help.js'
import type { SqlHelp } from '../query/sql-help.js'
import type { Disposable } from '../../kernel/screen.js'

/** What the editor of a condition asks. */
export type ExpressionHelp = Omit<SqlHelp, '$problems' | 'dispose'>

/** The same help, whose code is fetched when an editor asks for it. */
export interface LateExpressionHelp extends Disposable {
  open(): Promise<ExpressionHelp>
}

export function createExpressionHelp(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'grammar'>,
  ref: string,
  table: TableName,
): LateExpressionHelp {
  const late = createLateHelp(context, ref)
  const before = `select * from ${qualifiedName(table.schema, table.name)} where `
  const whole = (text: string) => before + text
  const { length } = before
  const moved = <Range extends { start: number; end: number }>(range: Range): Range => ({
    ...range,
    start: Math.max(range.start - length, 0),
    end: Math.max(range.end - length, 0),
  })
  return {
    async open() {
      const help = await late.open()
      return {
        complete: (text, offset) => moved(help.complete(whole(text), offset + length)),
        suggestionKey: (text, offset, key) => help.suggestionKey(whole(text), offset + length, key),
        hover(text, offset) {
          const found = help.hover(whole(text), offset + length)
          return found && moved(found)
        },
        signature: (text, offset) => help.signature(whole(text), offset + length),
        format: (text, cursor, range) => help.format(text, cursor, range),
        // A condition is no statement: the grammar would refuse it.
        look: () => {},
        onNames: help.onNames,
      }
    },
    dispose: late.dispose,
  }
}
