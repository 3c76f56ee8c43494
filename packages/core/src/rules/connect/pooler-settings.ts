/**
 * Why a project has no pooler, and which numbers the settings of a pooler accept.
 * @rule poolers.settings  @spec §6, §7
 */
import type { EngineKind, PgbouncerConfig, ProjectStatus } from '@basedeck/platform-client/contract'
import { transactionPooler } from './connect-poolers.js'
import { projectActions } from '../project/project-status.js'

/** Why no pooler runs for the project alone. */
export type NoPoolerReason =
  | 'self-hosted'
  | 'not-installed'
  /** Its database is in PGlite, or was added by URL. */
  | 'engine'
  | 'free-plan'
  /** A paused or changing project is not pooled. */
  | 'not-active'
  /** It is started in a moment. */
  | 'soon'

/** What is known of a project; absent: not yet. */
export interface PooledProject {
  isPlatform: boolean
  engine: EngineKind
  status: ProjectStatus
  /** Of its organization. */
  plan: string
  config: Pick<PgbouncerConfig, 'pgbouncer_status' | 'pgbouncer_installed'>
}

/** Null: it has one. */
export function noPoolerReason(project: PooledProject): NoPoolerReason | null {
  const { isPlatform, engine, status, plan, config } = project
  if (!isPlatform) return 'self-hosted'
  if (config.pgbouncer_status !== 'DISABLED') return null
  if (!config.pgbouncer_installed) return 'not-installed'
  if (engine !== 'cluster') return 'engine'
  if (transactionPooler(plan) !== 'dedicated') return 'free-plan'
  return projectActions(status).connect ? 'soon' : 'not-active'
}

/** Reads the text of a field: a whole number from 1 to `largest`. Null: the text is something else. */
export function poolerNumber(text: string, largest: number): number | null {
  if (!/^\s*\d{1,9}\s*$/.test(text)) return null
  const value = Number(text)
  return value >= 1 && value <= largest ? value : null
}
