/** Files of migrations from a folder of the user: how each stands to the history, and what applies those that are new. */
import { newId, toPlatformError, type MigrationDetail } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { migrationCreation, migrationStatementsQuery } from '../../data/migrations.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { UploadSource } from '../../ports/index.js'
import {
  migrationFileName,
  migrationStandings,
  type MigrationFile,
  type MigrationStanding,
} from '../../rules/migrations/migration-file.js'
import { migrationsText as text } from '../../text/migrations.js'
import type { Needs } from '../context.js'

/** What was chosen. */
export type ChosenFiles =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | {
      status: 'read'
      /** Its name. */
      folder: string
      files: readonly MigrationFile[]
      /** How many other files it holds. */
      others: number
    }

/** Files of migrations. */
export interface FilesPart {
  /** False: this host can't choose a folder. */
  readonly canChoose: boolean
  readonly $chosen: ReadableAtom<ChosenFiles>
  /** Null: no folder was chosen. */
  readonly $standings: ReadableAtom<Remote<MigrationStanding[]> | null>
  /** Files that can be applied now, the oldest first. */
  readonly $pending: ReadableAtom<readonly MigrationStanding[]>
  /** Why nothing is applied before somebody decides; empty: nothing is in the way. */
  readonly $remarks: ReadableAtom<readonly string[]>
  /** How many of those under way are applied; null: none are under way. */
  readonly $applied: ReadableAtom<{ done: number; of: number } | null>
  /** Lets the user choose a folder, which is read again each time. */
  choose(): Promise<void>
  /** Forgets the folder. */
  close(): void
  /** Applies these one after the other, until one fails. */
  readonly applying: Confirmation<readonly MigrationStanding[]>
}

/** Files of a folder that are read: more are no folder of migrations. */
const MOST_FILES = 10_000

/** @param changed a migration ran */
export function createFilesPart(
  { client, queries, host }: Needs<'client' | 'queries' | 'host'>,
  { ref, changed }: { ref: string; changed(): void },
): FilesPart {
  const $chosen = atom<ChosenFiles>({ status: 'none' })
  const $applied = atom<{ done: number; of: number } | null>(null)
  let ran = new Set<string>()
  const creating = createMutation(queries, migrationCreation(client, ref))
  const $history = queries.follow(
    computed($chosen, ({ status }) => (status === 'read' ? migrationStatementsQuery(client, ref) : null)),
  )
  const $standings = computed([$chosen, $history], standingsIn)
  const $all = computed($standings, (remote) => (remote?.status === 'ready' ? remote.data : []))
  async function apply(pending: readonly MigrationStanding[]) {
    const chosen = $chosen.get()
    const files = chosen.status === 'read' ? chosen.files : []
    try {
      for (const [done, { version, name, file }] of pending.entries()) {
        // The question was answered before, and this one ran then.
        if (ran.has(version)) continue
        $applied.set({ done, of: pending.length })
        const sql = files.find((one) => one.file === file)?.sql ?? ''
        const outcome = await creating.run({
          version,
          name: name || version,
          sql,
          mode: 'run',
          runId: newId(),
        })
        if (outcome.type === 'done') ran.add(version)
        else {
          const message = text.fileFailed(file ?? version, outcome.error.message, done)
          return { type: 'failed' as const, error: toPlatformError(new Error(message)) }
        }
      }
    } finally {
      $applied.set(null)
      // Also after an error: what came before it may have been kept.
      changed()
    }
    host.notifier.notify({ kind: 'success', message: text.filesApplied(pending.length) })
    return { type: 'done' as const, data: undefined }
  }
  return {
    canChoose: host.files.chooseMany !== undefined,
    $chosen,
    $standings,
    $pending: computed($all, (all) =>
      all.some(isUndecided) ? [] : all.filter(({ state }) => state === 'pending'),
    ),
    $remarks: computed($all, (all) => [
      ...new Set(all.filter(isUndecided).map(({ state }) => text.standingRemarks[state] ?? '')),
    ]),
    $applied,
    async choose() {
      const sources = await host.files.chooseMany?.('folder')
      if (!sources) return
      ran = new Set()
      $chosen.set({ status: 'reading' })
      $chosen.set(await read(sources))
    },
    close: () => $chosen.set({ status: 'none' }),
    applying: createConfirmation(apply),
  }
}

function isUndecided({ state }: MigrationStanding): boolean {
  return state === 'late' || state === 'changed' || state === 'double'
}

function standingsIn(
  chosen: ChosenFiles,
  history: Remote<MigrationDetail[]> | null,
): Remote<MigrationStanding[]> | null {
  if (chosen.status !== 'read' || history === null) return null
  if (history.status !== 'ready') return history
  return { ...history, data: migrationStandings(chosen.files, history.data) }
}

/** Only what lies in the folder itself is read, as `basedeck migration` does. */
async function read(sources: readonly UploadSource[]): Promise<ChosenFiles> {
  const folder = sources[0]?.path.split('/')[0] ?? ''
  const named = sources.filter(({ path }) => {
    const parts = path.split('/')
    return parts.length <= 2 && migrationFileName(parts.at(-1) ?? '') !== null
  })
  if (named.length === 0) return { status: 'failed', message: text.noFiles(folder) }
  if (named.length > MOST_FILES) return { status: 'failed', message: text.manyFiles(named.length) }
  const files: MigrationFile[] = []
  for (const source of named) {
    const file = source.path.split('/').at(-1) ?? ''
    try {
      const read = await source.read(0, source.sizeBytes)
      const bytes = read instanceof Blob ? new Uint8Array(await read.arrayBuffer()) : read
      files.push({ file, sql: new TextDecoder('utf-8', { fatal: true }).decode(bytes) })
    } catch {
      return { status: 'failed', message: text.unreadable(file) }
    }
  }
  return { status: 'read', folder, files, others: sources.length - named.length }
}
