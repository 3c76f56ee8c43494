/** `/project/{ref}/integrations/cron/overview`: schedules, and how their runs went. SPEC §2 */
import {
  SCHEDULE_METHODS,
  timeZone,
  type EdgeFunction,
  type Schedule,
  type ScheduleMethod,
  type ScheduleRun,
  type Schedules,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { functionsQuery } from '../../data/functions.js'
import {
  scheduleCreation,
  scheduleDeletion,
  scheduleRunning,
  scheduleRunsQuery,
  scheduleSecret,
  schedulesQuery,
  scheduleUpdate,
  timeZoneSetting,
} from '../../data/schedules.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import { cronSummary } from '../../rules/settings/cron-summary.js'
import { nextRuns } from '../../rules/settings/next-run.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { cronSentence, zonedTime } from '../../text/cron-sentence.js'
import { errorText } from '../../text/errors.js'
import { schedulesText as text } from '../../text/schedules.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import {
  NEW_SCHEDULE,
  scheduleBody,
  scheduleForm,
  scheduleValues,
  type ScheduleValues,
} from './schedule-form.js'
import { runRow, scheduleRow, type RunRow, type ScheduleRow } from './schedule-rows.js'

export type { RunRow, ScheduleRow } from './schedule-rows.js'

/** A choice of a list. */
interface Choice {
  value: string
  label: string
}

/** The page of schedules. */
export interface SchedulesScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly schedules: SortedList<ScheduleRow>
  /** In which the expressions count; null: not known yet. */
  readonly $timeZone: ReadableAtom<string | null>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly form: Form<ScheduleValues>
  /** What the form is open for; null: it is closed. */
  readonly $editing: ReadableAtom<{ type: 'new' } | { type: 'known'; schedule: Schedule } | null>
  /** What the typed expression says, with its next times. */
  readonly $preview: ReadableAtom<string>
  readonly $functions: ReadableAtom<readonly Choice[]>
  readonly methods: readonly { value: ScheduleMethod; label: string }[]
  add(): void
  closeForm(): void
  actions(row: ScheduleRow): readonly RowAction[]
  readonly deletion: Confirmation<Schedule>
  readonly zoneForm: Form<{ zone: string }>
  readonly $isZoneOpen: ReadableAtom<boolean>
  readonly $zones: ReadableAtom<readonly Choice[]>
  changeZone(): void
  closeZone(): void
  /** The schedule whose runs are shown; null: none. */
  readonly $shown: ReadableAtom<ScheduleRow | null>
  readonly $runs: ReadableAtom<Remote<RunRow[]>>
  showRuns(row: ScheduleRow): void
  closeRuns(): void
}

const LOADING: Remote<never> = { status: 'loading' }
const PREVIEWED = 3

export function createSchedulesScreen(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): SchedulesScreen {
  const { client, queries, host } = context
  const $all = behindGate<Remote<Schedules>>(gate, queries.store(schedulesQuery(client, ref)), LOADING)
  const $timeZone = computed($all, (remote) => (remote.status === 'ready' ? remote.data.time_zone : null))
  const $editing = atom<ReturnType<SchedulesScreen['$editing']['get']>>(null)
  const $isZoneOpen = atom(false)
  const $shownId = atom<string | null>(null)
  const $functionsRead = queries.follow(
    computed($editing, (editing) => (editing ? functionsQuery(client, ref) : null)),
  )
  const $runsRead = queries.follow(
    computed($shownId, (id) => (id === null ? null : scheduleRunsQuery(client, ref, id))),
  )
  const right = (action: 'update' | 'read', resource: 'database' | 'secrets', hint: string) =>
    projectControlState(context, ref, { action, resource }, hint)
  const $mayChange = right('update', 'database', text.mayNot)
  const $mayReveal = right('read', 'secrets', text.mayNotReveal)
  const updating = createMutation(queries, scheduleUpdate(client, ref))
  const deleting = createMutation(queries, scheduleDeletion(client, ref))
  const running = createMutation(queries, scheduleRunning(client, ref))
  const revealing = createMutation(queries, scheduleSecret(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const failure = (message: string) =>
    host.notifier.notify({ kind: 'error', message: errorText.title(message) })

  const form = createForm({
    schema: scheduleForm,
    initial: NEW_SCHEDULE,
    blames: { schedule_taken: 'name', webhook_header_empty: 'headers' },
    async submit(values) {
      const editing = $editing.get()
      if (!editing) return
      const body = scheduleBody(values)
      if (editing.type === 'new') await mutate(queries, scheduleCreation(client, ref), body)
      else await mutate(queries, scheduleUpdate(client, ref), { id: editing.schedule.id, body })
      $editing.set(null)
      success(editing.type === 'new' ? text.added(body.name) : text.edited(body.name))
    },
  })
  const zoneForm = createForm({
    schema: v.object({ zone: timeZone }),
    initial: { zone: 'UTC' },
    async submit({ zone }) {
      await mutate(queries, timeZoneSetting(client, ref), { time_zone: zone })
      $isZoneOpen.set(false)
      success(text.zoneSaved(zone))
    },
  })

  async function turn({ id, name, enabled }: Schedule): Promise<void> {
    const outcome = await updating.run({ id, body: { enabled: !enabled } })
    if (outcome.type === 'failed') failure(outcome.error.message)
    else success(enabled ? text.turnedOff(name) : text.turnedOn(name))
  }

  async function runNow({ id, name }: Schedule): Promise<void> {
    const outcome = await running.run({ id })
    if (outcome.type === 'failed') return failure(outcome.error.message)
    $shownId.set(id)
    success(text.began(name))
  }

  async function copySecret({ id }: Schedule): Promise<void> {
    const outcome = await revealing.run({ id })
    if (outcome.type === 'failed') return failure(outcome.error.message)
    if (await copyText(host, outcome.data.secret)) success(text.copied)
  }

  const deletion = createConfirmation<Schedule>(async ({ id, name }) => {
    const outcome = await deleting.run({ id })
    if (outcome.type === 'done') {
      if ($shownId.get() === id) $shownId.set(null)
      success(text.deleted(name))
    }
    return outcome
  })

  const $rows = computed($all, (remote): Remote<ScheduleRow[]> =>
    remote.status === 'ready' ? { ...remote, data: remote.data.schedules.map(scheduleRow) } : remote,
  )
  const keptRights = [$mayChange.listen(() => undefined), $mayReveal.listen(() => undefined)]

  return {
    title,
    gate,
    schedules: createSortedList($rows, {
      name: ({ name }) => name,
      next: ({ next }) => next ?? '',
    }),
    $timeZone,
    $mayChange,
    form,
    $editing,
    $preview: computed([form.$values, $timeZone], ({ expression }, zone) => {
      const summary = cronSummary(expression)
      if (!summary || zone === null) return text.unread
      const times = nextRuns(expression, zone, new Date(host.clock.now()), PREVIEWED)
      return text.next(
        cronSentence(summary),
        zone,
        times.map((at) => zonedTime(at, zone)),
      )
    }),
    $functions: computed([$functionsRead, $editing], (remote, editing): readonly Choice[] => {
      const known = editing?.type === 'known' ? editing.schedule.task : undefined
      const slugs = (remote?.status === 'ready' ? remote.data : []).map(({ slug }: EdgeFunction) => slug)
      // The function that a schedule has is a choice too when it is gone.
      return [...new Set([...slugs, ...(known?.type === 'function' ? [known.slug] : [])])].map((slug) => ({
        value: slug,
        label: slug,
      }))
    }),
    methods: SCHEDULE_METHODS.map((value) => ({ value, label: value })),
    add() {
      if ($mayChange.get().disabled) return
      form.start(NEW_SCHEDULE)
      $editing.set({ type: 'new' })
    },
    closeForm: () => $editing.set(null),
    actions({ schedule }) {
      const { hint } = $mayChange.get()
      const { hint: secretHint } = $mayReveal.get()
      const hinted = hint === undefined ? {} : { hint }
      return [
        { id: 'run', label: text.runNow, ...hinted, run: () => void runNow(schedule) },
        {
          id: 'edit',
          label: text.edit,
          ...hinted,
          run() {
            form.reset()
            form.start(scheduleValues(schedule))
            $editing.set({ type: 'known', schedule })
          },
        },
        {
          id: 'turn',
          label: schedule.enabled ? text.turnOff : text.turnOn,
          ...hinted,
          run: () => void turn(schedule),
        },
        ...(schedule.task.type === 'sql'
          ? []
          : [
              {
                id: 'secret',
                label: text.copySecret,
                ...(secretHint === undefined ? {} : { hint: secretHint }),
                run: () => void copySecret(schedule),
              },
            ]),
        { id: 'delete', label: text.delete, isDangerous: true, ...hinted, run: () => deletion.ask(schedule) },
      ]
    },
    deletion,
    zoneForm,
    $isZoneOpen,
    $zones: computed($timeZone, (zone): readonly Choice[] =>
      [...new Set(['UTC', ...(zone === null ? [] : [zone]), ...Intl.supportedValuesOf('timeZone')])].map(
        (name) => ({ value: name, label: name }),
      ),
    ),
    changeZone() {
      const zone = $timeZone.get()
      if (zone === null || $mayChange.get().disabled) return
      zoneForm.reset()
      zoneForm.start({ zone })
      $isZoneOpen.set(true)
    },
    closeZone: () => $isZoneOpen.set(false),
    $shown: computed([$rows, $shownId], (remote, id) =>
      remote.status === 'ready' ? (remote.data.find((row) => row.id === id) ?? null) : null,
    ),
    $runs: computed($runsRead, (remote): Remote<RunRow[]> =>
      remote?.status === 'ready'
        ? { ...remote, data: remote.data.map((run: ScheduleRun) => runRow(run)) }
        : (remote ?? LOADING),
    ),
    showRuns: ({ id }) => $shownId.set(id),
    closeRuns: () => $shownId.set(null),
    dispose() {
      for (const end of keptRights) end()
    },
  }
}
