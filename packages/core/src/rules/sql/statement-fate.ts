/**
 * What became of each statement of a text that ran to its end: kept, or rolled back by the text itself or because the text
 * left its transaction open.
 * @rule sql.statement-fate  @spec §4
 */

/** `unknown`: code that was called after it may have committed. */
export type StatementFate = 'kept' | 'rolled_back' | 'unknown'

/** One statement that ran. */
export interface RanStatement {
  /** Its command tag, without counts. */
  command: string
  /** Its text; absent when it isn't known. */
  text?: string | undefined
}

/** The fate of each statement, in order. @param leftOpen the run rolled back a transaction that the text had left open */
export function statementFates(ran: readonly RanStatement[], leftOpen: boolean): StatementFate[] {
  const fates: StatementFate[] = []
  let fate: StatementFate = leftOpen ? 'rolled_back' : 'kept'
  /** The fate before a savepoint, while the statements after it are looked at. */
  let outside: StatementFate | undefined
  for (const { command, text } of ran.toReversed()) {
    if (command === 'COMMIT') {
      fate = 'kept'
      outside = undefined
    } else if (command === 'SAVEPOINT' && outside !== undefined) {
      fate = outside
      outside = undefined
    } else if (command === 'ROLLBACK') {
      if (endsAtSavepoint(text)) outside ??= fate
      else outside = undefined
      fate = 'rolled_back'
    }
    fates.unshift(fate)
    if (MAY_COMMIT.has(command) && fate === 'rolled_back') fate = 'unknown'
  }
  return fates
}

/** Whether the statement changes what is stored, so that it matters whether it was kept. */
export function changesData(command: string): boolean {
  return command !== '' && !CHANGES_NOTHING.has(command)
}

const MAY_COMMIT = new Set(['CALL', 'DO'])

const CHANGES_NOTHING = new Set([
  'SELECT',
  'SHOW',
  'EXPLAIN',
  'FETCH',
  'MOVE',
  'BEGIN',
  'START TRANSACTION',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT',
  'RELEASE',
  'SET',
  'SET CONSTRAINTS',
  'RESET',
  'PREPARE',
  'DEALLOCATE',
  'DEALLOCATE ALL',
  'DECLARE CURSOR',
  'CLOSE CURSOR',
  'CLOSE CURSOR ALL',
  'LISTEN',
  'UNLISTEN',
  'DISCARD',
  'DISCARD ALL',
  'LOAD',
  'LOCK TABLE',
  'CHECKPOINT',
])

/** `rollback to savepoint x` has the tag of a whole rollback. */
function endsAtSavepoint(text = ''): boolean {
  return /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*rollback\s+(?:(?:work|transaction)\s+)?to\b/i.test(text)
}
