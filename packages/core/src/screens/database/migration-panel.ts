/** The panel that makes a migration: it runs the SQL, or records it as applied. */
import {
  newId,
  type DatabaseErrorReport,
  type MigrationDetail,
  type PlatformError,
} from '@basedeck/platform-client'
import { MIGRATION_NAME_MAX, migrationVersion } from '@basedeck/platform-client/contract'
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { cancelMigration, migrationCreation } from '../../data/migrations.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import { migrationsText as text } from '../../text/migrations.js'
import type { Needs } from '../context.js'
import { withMessage } from '../structure/change-panel.js'

/** The fields of a new migration. */
export interface MigrationValues {
  name: string
  sql: string
  mode: 'run' | 'record'
  /** Empty: the time. */
  version: string
}

/** What a migration begins with. */
export interface MigrationStart {
  sql: string
  mode: MigrationValues['mode']
  /** The version of the draft that it is made of. */
  draftVersion?: string
}

/** The panel that makes a migration. */
export interface MigrationPanel {
  readonly title: string
  readonly form: Form<MigrationValues>
  readonly $asksToDiscard: ReadableAtom<boolean>
  /** Whether SQL of it runs now. */
  readonly $isRunning: ReadableAtom<boolean>
  cancelRun(): void
  /** Closes it; asks before typed values are lost. */
  leave(): void
  stay(): void
  discard(): void
  close(): void
}

export const migrationSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'A migration needs a name'),
    v.maxLength(MIGRATION_NAME_MAX, `A name has at most ${MIGRATION_NAME_MAX} characters`),
  ),
  sql: v.pipe(
    v.string(),
    v.check((sql) => sql.trim() !== '', 'A migration needs SQL'),
  ),
  mode: v.picklist(['run', 'record']),
  version: v.union([v.literal(''), migrationVersion], 'A version is 1 to 20 digits'),
})

export interface MigrationPanelOptions {
  ref: string
  start: MigrationStart
  close(): void
}

export function createMigrationPanel(
  { client, queries, host, schemaChanges }: Needs<'client' | 'queries' | 'host' | 'schemaChanges'>,
  { ref, start, close }: MigrationPanelOptions,
): MigrationPanel {
  const creating = createMutation(queries, migrationCreation(client, ref))
  const $asksToDiscard = atom(false)
  const $isRunning = atom(false)
  let runId = ''
  async function make({ name, sql, mode, version }: MigrationValues): Promise<MigrationDetail> {
    runId = newId()
    $isRunning.set(mode === 'run')
    try {
      const outcome = await creating.run({
        name,
        sql,
        mode,
        runId,
        ...(version === '' ? {} : { version }),
        ...(start.draftVersion === undefined ? {} : { draft_version: start.draftVersion }),
      })
      if (outcome.type === 'failed') throw withHint(outcome.error)
      return outcome.data
    } finally {
      $isRunning.set(false)
      // Also after an error: what came before it may have been kept.
      if (mode === 'run') schemaChanges.happened(ref)
    }
  }
  const form = createForm({
    schema: migrationSchema,
    initial: { name: '', sql: start.sql, mode: start.mode, version: '' } as MigrationValues,
    blames: { migration_exists: 'version', migration_empty: 'sql', migration_ends_transaction: 'sql' },
    async submit(values) {
      const { version } = await make(values)
      host.notifier.notify({ kind: 'success', message: text.made(version) })
    },
  })
  return {
    title: text.panelTitle,
    form,
    $asksToDiscard,
    $isRunning,
    cancelRun() {
      if ($isRunning.get()) cancelMigration(client, ref, runId).catch(() => {})
    },
    leave() {
      if (form.$state.get().status === 'sending') return
      if (form.$isChanged.get()) $asksToDiscard.set(true)
      else close()
    },
    stay: () => $asksToDiscard.set(false),
    discard() {
      $asksToDiscard.set(false)
      form.reset()
      close()
    },
    close,
  }
}

/** PostgreSQL's hint, and who holds a lock, stand in the report. */
function withHint(error: PlatformError): PlatformError {
  const { hint } = (error.body ?? {}) as Partial<DatabaseErrorReport>
  return hint === undefined ? error : withMessage(error, `${error.message} ${hint}`)
}
