/** The check for drift: what the database has that no migration explains. */
import { toPlatformError, type SchemaDrift } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { driftOf } from '../../data/migrations.js'
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'

/** What the last check found. */
export type DriftState =
  | { status: 'idle' }
  | { status: 'checking' }
  | { status: 'failed'; message: string }
  | { status: 'done'; drift: SchemaDrift }

/** The check for drift. */
export interface DriftPart extends Disposable {
  readonly $state: ReadableAtom<DriftState>
  check(): Promise<void>
  /** Ends a check that is under way. */
  stop(): void
  /** The SQL of what was found, one statement after the other. */
  sql(): string
}

export function createDriftPart({ client }: Needs<'client'>, ref: string): DriftPart {
  const $state = atom<DriftState>({ status: 'idle' })
  let aborter = new AbortController()
  function stop(): void {
    aborter.abort()
    if ($state.get().status === 'checking') $state.set({ status: 'idle' })
  }
  return {
    $state,
    async check() {
      if ($state.get().status === 'checking') return
      aborter = new AbortController()
      const { signal } = aborter
      $state.set({ status: 'checking' })
      try {
        const drift = await driftOf(client, ref, signal)
        if (!signal.aborted) $state.set({ status: 'done', drift })
      } catch (error) {
        if (!signal.aborted) $state.set({ status: 'failed', message: toPlatformError(error).message })
      }
    },
    stop,
    sql() {
      const now = $state.get()
      return now.status === 'done' ? now.drift.changes.map(({ sql }) => `${sql};`).join('\n\n') : ''
    },
    dispose: stop,
  }
}
