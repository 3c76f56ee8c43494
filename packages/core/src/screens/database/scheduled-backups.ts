/** `/project/{ref}/database/backups/scheduled`: when backups are made, which there are, and what is done with one. SPEC §2 */
import { listBackups, type Backup, type Backups } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import {
  backupCopy,
  backupCreation,
  backupProof,
  backupRemoval,
  backupRestore,
  backupsQuery,
  backupSettingsChange,
} from '../../data/backups.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import {
  backupChangesOf,
  backupNumber,
  backupValues,
  momentText,
  type BackupNumber,
  type BackupValues,
} from '../../rules/project/backup-values.js'
import { sizeText } from '../../rules/results/bytes.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { backupsText as text } from '../../text/backups.js'
import type { Needs } from '../context.js'
import { createArrivals, type Arrived } from '../parts/arrivals.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { backupLinks, type SubjectLink } from './backup-links.js'
import type { RowAction } from '../query/snippet-actions.js'

/** A backup as its row shows it. */
export interface BackupRow {
  id: string
  /** ISO time. */
  madeAt: string
  /** As it would be typed, in UTC. */
  made: string
  kind: string
  status: Backup['status']
  state: string
  /** Why it failed. */
  problem: string | null
  size: string
  /** Why it is not restored into another project; null: it is. */
  noCopy: string | null
  proof: { label: string; tone: 'none' | 'good' | 'bad'; detail: string; at: string | null }
}

/** The page of scheduled backups. */
export interface ScheduledBackupsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  /** The pages of backups, beside each other. */
  readonly links: readonly SubjectLink[]
  readonly $backups: ReadableAtom<Remote<BackupRow[]>>
  /** What is in the store outside the machine; null: there is none. */
  readonly $store: ReadableAtom<{ note: string; problem: string | null } | null>
  /** Why no backups are made here; null: they are. */
  readonly $unavailable: ReadableAtom<string | null>
  readonly edit: RecordEdit<BackupValues>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Whether one can be made now. */
  readonly $create: ReadableAtom<ControlState>
  create(): Promise<void>
  actions(row: BackupRow): readonly RowAction[]
  readonly restoration: Confirmation<BackupRow>
  readonly removal: Confirmation<BackupRow>
  /** The backup that is restored into a new project; null: the form is closed. */
  readonly $copied: ReadableAtom<BackupRow | null>
  readonly copyForm: Form<{ name: string }>
  closeCopy(): void
}

const number = (field: BackupNumber) =>
  v.pipe(
    v.string(),
    v.check((typed) => backupNumber(field, typed) !== null, text.outside[field]),
  )
const schema = v.object({
  schedule: v.picklist(['off', 'hourly', 'daily']),
  hour: number('hour'),
  keep_days: number('keep_days'),
  keep_weeks: number('keep_weeks'),
  keep_months: number('keep_months'),
  proves_weekly: v.boolean(),
})

export function createScheduledBackups(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'lazy'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ScheduledBackupsScreen {
  const { host, client, queries } = context
  const query = backupsQuery(client, ref)
  const $all = queries.store(query)
  const arrival = createArrivals<Backups>(() => host.clock.now())
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const failure = (message: string) => host.notifier.notify({ kind: 'error', message })
  const edit = createRecordEdit<typeof schema, Arrived<Backups>>(context, {
    key: `backups/${ref}`,
    schema,
    $stored: computed($all, (all) => (all.status === 'ready' ? { ...all, data: arrival.of(all.data) } : all)),
    initial: NOTHING,
    valuesOf: ({ settings }) => backupValues(settings),
    async save(changes, expected) {
      const saved = await mutate(queries, backupSettingsChange(client, ref), {
        ...backupChangesOf(changes),
        expected_version: arrival.versionIn(expected),
      })
      success(text.saved)
      return arrival.of(saved)
    },
    async load() {
      const stored = await client.call(listBackups, { params: { ref } })
      queries.set(query, stored)
      return arrival.of(stored)
    },
  })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    text.mayNot,
  )
  const $mayRestore = projectControlState(
    context,
    ref,
    { action: 'delete', resource: 'projects' },
    text.mayNotRestore,
  )
  const $mayCreate = projectControlState(
    context,
    ref,
    { action: 'create', resource: 'projects' },
    text.mayNotCreate,
  )
  const $copied = atom<BackupRow | null>(null)
  const creating = createMutation(queries, backupCreation(client, ref))
  const proving = createMutation(queries, backupProof(client, ref))
  const restoring = createMutation(queries, backupRestore(client, ref))
  const removing = createMutation(queries, backupRemoval(client, ref))

  async function prove(id: string): Promise<void> {
    host.notifier.notify({ kind: 'info', message: text.proving })
    const outcome = await proving.run({ id })
    if (outcome.type === 'failed') return failure(outcome.error.message)
    const { proof } = outcome.data
    if (proof?.is_good) success(text.proved(proof.detail))
    else failure(text.notProved(proof?.detail ?? ''))
  }

  async function remove({ id }: BackupRow) {
    const outcome = await removing.run({ id })
    if (outcome.type === 'done') success(text.removed)
    return outcome
  }
  const removal = createConfirmation(remove)
  const restoration = createConfirmation<BackupRow>(async ({ id }) => {
    const outcome = await restoring.run({ id })
    if (outcome.type === 'done') success(text.restored(`${momentText(outcome.data.restored_to)} UTC`))
    return outcome
  })

  return {
    title,
    gate,
    links: backupLinks(context.router, ref, 'scheduledBackups'),
    $backups: computed($all, (all): Remote<BackupRow[]> =>
      all.status === 'ready' ? { ...all, data: all.data.backups.map(rowOf) } : all,
    ),
    $store: computed($all, (all) =>
      all.status === 'ready' && all.data.store ? storeNote(all.data.store) : null,
    ),
    $unavailable: computed($all, (all) => (all.status === 'ready' ? (all.data.unavailable ?? null) : null)),
    edit,
    $mayChange,
    $create: computed([$mayChange, $all, creating.$state], (allowed, all, state): ControlState => {
      if (allowed.disabled) return allowed
      const isBusy = all.status !== 'ready' || all.data.backups.some(({ status }) => status === 'running')
      return { disabled: isBusy || state.status === 'running' }
    }),
    async create() {
      const outcome = await creating.run()
      if (outcome.type === 'done') success(text.begun)
      else failure(outcome.error.message)
    },
    actions(row) {
      const withHint = (allowed: ControlState) => (allowed.hint === undefined ? {} : { hint: allowed.hint })
      const change = withHint($mayChange.get())
      const restore = withHint($mayRestore.get())
      const mayCopy = restore.hint === undefined ? withHint($mayCreate.get()) : restore
      const copy = row.noCopy === null ? mayCopy : { hint: row.noCopy }
      if (row.status === 'running')
        return [{ id: 'stop', label: text.stop, ...restore, run: () => void remove(row) }]
      const whole: RowAction[] = [
        { id: 'restore', label: text.restore, ...restore, run: () => restoration.ask(row) },
        { id: 'copy', label: text.copy, ...copy, run: () => $copied.set(row) },
        { id: 'prove', label: text.prove, ...change, run: () => void prove(row.id) },
        {
          id: 'download',
          label: text.download,
          ...restore,
          run: () =>
            host.files.download?.({
              url: `${client.baseUrl}/platform/database/${ref}/backups/${row.id}/file`,
              name: `${ref}-${row.id}.basedeck`,
            }),
        },
      ]
      const end: RowAction = {
        id: 'remove',
        label: text.remove,
        isDangerous: true,
        ...restore,
        run: () => removal.ask(row),
      }
      return row.status === 'completed' ? [...whole, end] : [end]
    },
    restoration,
    removal,
    $copied,
    copyForm: createForm({
      schema: v.object({ name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.copyNeedsName)) }),
      initial: { name: '' },
      async submit({ name }) {
        const row = $copied.get()
        if (!row) return
        const made = await mutate(queries, backupCopy(client, ref), { name, id: row.id })
        $copied.set(null)
        success(text.copied(name))
        context.router.open(context.router.href('projectHome', { ref: made.ref }))
      },
    }),
    closeCopy: () => $copied.set(null),
    dispose: edit.dispose,
  }
}

function rowOf({ id, begun_at, kind, status, bytes, error, proof, engine }: Backup): BackupRow {
  const tone = proof ? (proof.is_good ? 'good' : 'bad') : 'none'
  return {
    id,
    madeAt: begun_at,
    made: `${momentText(begun_at)} UTC`,
    kind: text.kinds[kind],
    status,
    state: text.states[status],
    problem: error,
    size: bytes === null ? '' : sizeText(bytes),
    noCopy: engine === 'postgres' ? text.noCopyByUrl : null,
    proof: { label: text.proofs[tone], tone, detail: proof?.detail ?? '', at: proof?.at ?? null },
  }
}

/** Shown until the settings are known. */
const NOTHING: BackupValues = {
  schedule: 'off',
  hour: '',
  keep_days: '',
  keep_weeks: '',
  keep_months: '',
  proves_weekly: false,
}

function storeNote({ where, waiting, error }: NonNullable<Backups['store']>) {
  const note = waiting === 0 ? text.stored(where) : text.waiting(where, waiting)
  return { note, problem: error === null ? null : text.notSent(error) }
}
