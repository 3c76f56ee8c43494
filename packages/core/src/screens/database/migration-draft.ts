/** The migration in progress: its SQL, edited over what the platform has. */
import type { MigrationDraft } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { draftUpdate, migrationDraftQuery } from '../../data/migrations.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { migrationsText as text } from '../../text/migrations.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** The migration in progress. */
export interface DraftPart {
  readonly $draft: ReadableAtom<Remote<MigrationDraft>>
  /** What is typed over it; null: nothing. */
  readonly $typed: ReadableAtom<string | null>
  readonly $isSaving: ReadableAtom<boolean>
  /** Why it could not be saved; null: it was, or nothing was tried. */
  readonly $problem: ReadableAtom<string | null>
  type(sql: string): void
  save(): Promise<void>
  readonly discarding: Confirmation<null>
}

export function createDraftPart(
  { client, queries, host }: Needs<'client' | 'queries' | 'host'>,
  { ref, gate }: { ref: string; gate: ProjectGate },
): DraftPart {
  const query = migrationDraftQuery(client, ref)
  const $stored = queries.store(query)
  const updating = createMutation(queries, draftUpdate(client, ref))
  const $typed = atom<string | null>(null)
  const $problem = atom<string | null>(null)
  const stored = () => {
    const now = $stored.get()
    return now.status === 'ready' ? now.data : null
  }
  async function replace(sql: string) {
    const outcome = await updating.run({ sql, expected_version: stored()?.version ?? '0' })
    if (outcome.type === 'done') queries.set(query, outcome.data)
    else if (outcome.error.code === 'stale') queries.refresh(query.key)
    return outcome
  }
  return {
    $draft: behindGate<Remote<MigrationDraft>>(gate, $stored, { status: 'loading' }),
    $typed,
    $isSaving: computed(updating.$state, ({ status }) => status === 'running'),
    $problem,
    type(sql) {
      $problem.set(null)
      $typed.set(sql === stored()?.sql ? null : sql)
    },
    async save() {
      const typed = $typed.get()
      if (typed === null || updating.$state.get().status === 'running') return
      const base = stored()?.sql ?? ''
      const outcome = await replace(typed)
      if (outcome.type === 'done') return $typed.set(null)
      if (outcome.error.code !== 'stale') return $problem.set(outcome.error.message)
      // What others added is put below what was typed, so that saving again loses neither.
      const { stored: other } = (outcome.error.body ?? {}) as { stored?: MigrationDraft }
      if (other?.sql.startsWith(base)) $typed.set(typed + other.sql.slice(base.length))
      $problem.set(text.draftStale)
    },
    discarding: createConfirmation(async () => {
      const outcome = await replace('')
      if (outcome.type === 'done') {
        $typed.set(null)
        $problem.set(null)
        host.notifier.notify({ kind: 'success', message: text.draftDiscarded })
      }
      return outcome
    }),
  }
}
