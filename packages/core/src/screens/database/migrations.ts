/** `/project/{ref}/database/migrations`: the history, the migration in progress, and drift. */
import type { MigrationDetail, MigrationHistory } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { migrationQuery, migrationReverting, migrationsQuery } from '../../data/migrations.js'
import { copyText } from '../../kernel/copy-text.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { migrationTime } from '../../rules/migrations/migration-version.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { migrationsText as text } from '../../text/migrations.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createDriftPart, type DriftPart } from './drift-part.js'
import { createDraftPart, type DraftPart } from './migration-draft.js'
import { createFilesPart, type FilesPart } from './migration-files.js'
import { createMigrationPanel, type MigrationPanel, type MigrationStart } from './migration-panel.js'

/** A migration as its row shows it. */
export interface MigrationRow {
  version: string
  /** What it is called; where it has no name, a word for that. */
  name: string
  /** ISO 8601; null: the version is no time. */
  madeAt: string | null
  /** Empty: not known. */
  author: string
  /** Empty: not kept. */
  statements: string
}

/** `/project/{ref}/database/migrations`. */
export interface MigrationsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $rows: ReadableAtom<Remote<MigrationRow[]>>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly draft: DraftPart
  readonly drift: DriftPart
  readonly files: FilesPart
  /** The panel of a new migration; null: closed. */
  readonly $panel: ReadableAtom<MigrationPanel | null>
  create(): void
  /** Makes a migration of what is in progress. What a panel wrote into it ran already. */
  finishDraft(): void
  /** Makes a migration of what the check for drift found, which is in the database already. */
  writeDrift(): void
  /** The migration whose SQL is shown; null: none. */
  readonly $shown: ReadableAtom<string | null>
  readonly $detail: ReadableAtom<Remote<MigrationDetail> | null>
  show(version: string): void
  hide(): void
  /** False when the host did not allow it; the user was told. */
  copySql(): Promise<boolean>
  readonly reverting: Confirmation<string>
}

export function createMigrations(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): MigrationsScreen {
  const { host, client, queries } = context
  const $history = behindGate<Remote<MigrationHistory>>(gate, queries.store(migrationsQuery(client, ref)), {
    status: 'loading',
  })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const draft = createDraftPart(context, { ref, gate })
  const drift = createDriftPart(context, ref)
  const reverting = createMutation(queries, migrationReverting(client, ref))
  const $panel = atom<MigrationPanel | null>(null)
  const $shown = atom<string | null>(null)
  const $detail = queries.follow(
    computed($shown, (version) => (version === null ? null : migrationQuery(client, ref, version))),
  )
  function open(start: MigrationStart): void {
    if ($mayChange.get().disabled || $panel.get() !== null) return
    $panel.set(createMigrationPanel(context, { ref, start, close: () => $panel.set(null) }))
  }
  return {
    title,
    gate,
    $rows: computed($history, (remote): Remote<MigrationRow[]> => {
      if (remote.status !== 'ready') return remote
      return { ...remote, data: remote.data.migrations.map(rowOf) }
    }),
    $mayChange,
    draft,
    drift,
    files: createFilesPart(context, { ref, changed: () => context.schemaChanges.happened(ref) }),
    $panel,
    create: () => open({ sql: '', mode: 'run' }),
    finishDraft() {
      const now = draft.$draft.get()
      if (now.status !== 'ready' || draft.$typed.get() !== null) return
      open({ sql: now.data.sql, mode: 'record', draftVersion: now.data.version })
    },
    writeDrift: () => open({ sql: drift.sql(), mode: 'record' }),
    $shown,
    $detail,
    show: (version) => $shown.set(version),
    hide: () => $shown.set(null),
    copySql() {
      const detail = $detail.get()
      const statements = detail?.status === 'ready' ? detail.data.statements : null
      return copyText(host, (statements ?? []).map((sql) => `${sql};`).join('\n\n'))
    },
    reverting: createConfirmation<string>(async (version) => {
      const outcome = await reverting.run(version)
      if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: text.reverted(version) })
      return outcome
    }),
    dispose: drift.dispose,
  }
}

function rowOf({
  version,
  name,
  created_by,
  statements,
}: MigrationHistory['migrations'][number]): MigrationRow {
  return {
    version,
    name: name === null || name === '' ? text.unnamed : name,
    madeAt: migrationTime(version),
    author: created_by ?? '',
    statements: statements === null ? '' : String(statements),
  }
}
