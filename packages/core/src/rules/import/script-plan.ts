/**
 * How a text that is more than SQL runs: commands of psql are left out, and a text with data for COPY and a dump run as
 * scripts.
 * @rule sql.script-plan  @spec §5
 */
import { isDump, readScript, type PsqlCommand } from '@basedeck/sql-guard'
import { adviceFor, type PsqlAdvice } from './psql-command.js'

/** How a script runs; a text without such a wish runs as it is. */
export interface RunWay {
  /** Each statement is a transaction of its own. */
  separately?: boolean
  /** Statements that don't run, by their index. */
  leaveOut?: number[]
}

export type ScriptPlan =
  | {
      type: 'runs'
      /** What is judged: the text with blanks in the place of data and commands. */
      sql: string
      /** It has data or is a dump, so it is sent as it is and runs statement by statement. */
      isScript: boolean
    }
  /** A command that asks for something. `advice` undefined: it would be skipped, but there is nothing else. */
  | { type: 'refused'; command: PsqlCommand; advice: PsqlAdvice | undefined }

/** Decides how a text runs that may hold data and commands of psql. */
export function planScript(text: string): ScriptPlan {
  const { sql, commands, statements, hasData } = readScript(text)
  const asking = commands.find((command) => adviceFor(command) !== undefined)
  const refused = asking ?? (statements.length === 0 ? commands[0] : undefined)
  if (refused) return { type: 'refused', command: refused, advice: adviceFor(refused) }
  return { type: 'runs', sql, isScript: hasData || isDump(text) }
}

/** The commands of psql that a run left out. */
export function skippedCommands(text: string): string[] {
  return readScript(text).commands.map((command) => command.text)
}
