/**
 * Decides what a text of SQL may do before it runs: synchronous, without I/O and without dependencies. Any text is
 * taken, none throws, and every position is a UTF-16 offset in the given text.
 */
export { withAutoLimit, type AutoLimit, type NoAutoLimitReason } from './auto-limit.js'
export { categoryOf, type Category } from './category.js'
export { confirmationFor, type Confirmation, type DecidingWord } from './confirmation.js'
export { isDangerous } from './grammar/reason.js'
export { dangersIn, type Danger, type DangerKind } from './dangers.js'
export { parametersIn, withNumbers, type BoundText, type ParameterUse } from './parameters.js'
export { isDump } from './dump.js'
export { readsOnly } from './reads-only.js'
export { readScript, type PsqlCommand, type Script, type ScriptStatement, type TextRange } from './script.js'
export { DEFAULT_ROW_LIMIT, ROW_LIMIT_OPTIONS } from './row-limit.js'
export {
  hasMultipleStatements,
  splitStatements,
  statementAt,
  unfinishedIn,
  type Statement,
  type Unfinished,
} from './statements.js'
export { shapeOf, withoutConstants } from './shape.js'
export { isTransactionControl } from './transaction-control.js'
