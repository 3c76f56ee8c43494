/**
 * Which database the control plane of a data directory has: a cluster where one can run, else PGlite. An existing one
 * stays with the engine that made it, except that a PGlite moves into a cluster once.
 * @rule control.location
 */
import type { OwnEngineKind } from '../engines/engine-registry.js'
import type { EngineRecord } from '../engines/engine-record.js'

export type ControlPlan =
  | { type: 'pglite' }
  /** Both with the major of the PostgreSQL that runs it. */
  | { type: 'cluster' | 'move-to-cluster'; major: number }
  /** The PostgreSQL that made it does not run here. */
  | { type: 'missing'; major: number }

/**
 * @param majors of the PostgreSQL that can run here, the preferred first
 * @param wanted as `--engine`
 */
export function planControl(
  found: EngineRecord | undefined,
  majors: readonly number[],
  wanted: 'auto' | OwnEngineKind,
): ControlPlan {
  if (found?.engine === 'cluster') {
    const major = found.postgresMajor
    return majors.includes(major) ? { type: 'cluster', major } : { type: 'missing', major }
  }
  const [preferred] = majors
  if (preferred === undefined || wanted === 'pglite') return { type: 'pglite' }
  return { type: found ? 'move-to-cluster' : 'cluster', major: preferred }
}
