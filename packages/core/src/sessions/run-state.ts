/** The states of a run, from its question to its outcome. */
import type { ImpersonatedRole } from '@basedeck/platform-client'
import type { Danger } from '@basedeck/sql-guard'
import type { Destruction, Reason } from '@basedeck/sql-guard/grammar'
import type { RunFinding } from '../rules/run-finding.js'
import type { RunResult } from '../sql/run-result.js'
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
      /** The text that ran, as the user wrote it. */
      text: RunText
      /** The role it used; absent: the owner. */
      role?: ImpersonatedRole
    }
  /** `results`: what came before the failure; the last one may be partial. */
  | { status: 'error'; failure: RunFailure; offset: number; results: RunResult[] }

/** A run that has ended. */
export interface EndedRun {
  text: RunText
  /** Milliseconds since 1970. */
  startedAt: number
  durationMs: number
  role?: ImpersonatedRole
  outcome: RunState & { status: 'success' | 'error' }
}

/** Below another text, “Cancelled” without any rows would read as said of that. */
export function isBareCancel(state: RunState): boolean {
  return state.status === 'error' && state.failure.reason === 'cancelled' && state.results.length === 0
}

/** Whether it failed before anything was sent. */
export function isUnsent(state: RunState): boolean {
  return state.status === 'error' && (state.failure.reason === 'offline' || state.failure.reason === 'away')
}
