/** The states of a run, from its question to its outcome. */
import type { EndedState, ImpersonatedRole } from '@basedeck/platform-client'
import { splitStatements, type Danger } from '@basedeck/sql-guard'
import type { Destruction, Reason } from '@basedeck/sql-guard/grammar'
import type { RunFinding } from '../../rules/sql/run-finding.js'
import type { RunValues } from '../../rules/sql/run-values.js'
import { statementFates, type StatementFate } from '../../rules/sql/statement-fate.js'
import type { RunResult } from '../../sql/run-result.js'
import type { RunFailure } from './run-failure.js'
import type { RunText } from './run-text.js'

/** The state of a run, and its result. */
export type RunState =
  | { status: 'idle' }
  | {
      status: 'asking'
      reason: 'write' | 'function'
      dangers: Danger[]
      reasons: Reason[]
      /** What it destroys, as a whole. */
      destroys?: Destruction[]
      found?: RunFinding
      refusal?: string
      /** Functions alone ask, so that a READ ONLY transaction can try them. */
      offersReadOnly?: { canKeep: boolean }
    }
  | {
      status: 'running'
      startedAt: number
      cancelling: boolean
      waiting: boolean
      /** What has come so far; the last one may be partial. */
      results: RunResult[]
    }
  | {
      status: 'success'
      results: RunResult[]
      durationMs: number
      readOnly: boolean
      autoLimit?: number
      rolledBackOpenTransaction: boolean
      /** What the text left in its session, and what ended with the run. */
      ended: EndedState[]
      /** The text that ran, as the user wrote it. */
      text: RunText
      /** Of the text's parameters; absent: it has none. */
      values?: RunValues
      /** The role it used; absent: the owner. */
      role?: ImpersonatedRole
    }
  /** `results`: what came before the failure; the last one may be partial. */
  | { status: 'error'; failure: RunFailure; offset: number; results: RunResult[] }

/** A run that has ended. */
export interface EndedRun {
  /** As the platform knows it. */
  runId: string
  text: RunText
  /** Milliseconds since 1970. */
  startedAt: number
  durationMs: number
  role?: ImpersonatedRole
  outcome: RunState & { status: 'success' | 'error' }
}

/** A run to the end of its text. */
export type SuccessfulRun = RunState & { status: 'success' }

/** What became of each of its statements. */
export function fatesOf({
  results,
  rolledBackOpenTransaction,
  text,
}: Pick<SuccessfulRun, 'results' | 'rolledBackOpenTransaction' | 'text'>): StatementFate[] {
  const commands = results.map(({ command }) => command)
  if (!rolledBackOpenTransaction && !commands.includes('ROLLBACK')) return commands.map(() => 'kept')
  const statements = splitStatements(text.sql)
  // A rule of a table can give one statement several results.
  const isEach = statements.length === commands.length
  const ran = commands.map((command, index) => ({
    command,
    text: isEach ? statements[index]?.text : undefined,
  }))
  return statementFates(ran, rolledBackOpenTransaction)
}

/** A run that was sent. */
export type BegunRun = Omit<EndedRun, 'outcome' | 'durationMs'>

/** Below another text, “Cancelled” without any rows would read as said of that. */
export function isBareCancel(state: RunState): boolean {
  return state.status === 'error' && state.failure.reason === 'cancelled' && state.results.length === 0
}

/** Whether it failed before anything was sent. */
export function isUnsent(state: RunState): boolean {
  return state.status === 'error' && (state.failure.reason === 'offline' || state.failure.reason === 'away')
}
