/** `/project/{ref}/database/backups/pitr`: whether the log is kept, to which moments the database can go back, and going there. */
import type { Backups } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { backupRestore, backupsQuery, backupSettingsChange } from '../../data/backups.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { exactMomentText, momentProblem, momentText, typedMoment } from '../../rules/project/backup-values.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { backupsText } from '../../text/backups.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { backupLinks, type SubjectLink } from './backup-links.js'

const text = backupsText.pitr

/** What the page shows of the log. */
export interface PointInTimeView {
  isOn: boolean
  /** Why the database can't; null: it can. */
  lacking: string | null
  /** Where the add-on that is missing is chosen; null: none is. */
  addonHref: string | null
  /** As they would be typed, in UTC; null: nothing can be restored yet. */
  range: { from: string; to: string } | null
}

/** A moment that is asked about. */
export interface AskedMoment {
  /** ISO time. */
  at: string
  /** As it would be typed, in UTC. */
  label: string
}

/** The page of point in time recovery. */
export interface PointInTimeScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  /** The pages of backups, beside each other. */
  readonly links: readonly SubjectLink[]
  readonly $view: ReadableAtom<Remote<PointInTimeView>>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $mayRestore: ReadableAtom<ControlState>
  /** Whether it is to be on. */
  readonly switching: Confirmation<boolean>
  /** The moment that is typed, in UTC. Its submit asks first. */
  readonly form: Form<{ moment: string }>
  readonly restoration: Confirmation<AskedMoment>
}

export function createPointInTime(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): PointInTimeScreen {
  const { host, client, queries } = context
  const $all = queries.store(backupsQuery(client, ref))
  const $range = atom<Backups['recoverable']>(null)
  const changing = createMutation(queries, backupSettingsChange(client, ref))
  const restoring = createMutation(queries, backupRestore(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const restoration = createConfirmation<AskedMoment>(async ({ at }) => {
    const outcome = await restoring.run({ at })
    if (outcome.type === 'done') success(backupsText.restored(`${momentText(outcome.data.restored_to)} UTC`))
    return outcome
  })
  const problemOf = (typed: string) => momentProblem(typed, $range.get())
  return {
    title,
    gate,
    links: backupLinks(context.router, ref, 'pointInTimeRecovery'),
    $view: computed($all, (all): Remote<PointInTimeView> => {
      if (all.status !== 'ready') return all
      const { settings, no_point_in_time: lacking, needs_addon, recoverable, unavailable } = all.data
      $range.set(recoverable)
      return {
        ...all,
        data: {
          isOn: settings.point_in_time,
          // Who has it on may turn it off, also without the add-on.
          lacking: unavailable ?? (settings.point_in_time ? null : lacking),
          addonHref: needs_addon ? context.router.href('addons', { ref }) : null,
          range: recoverable && {
            from: exactMomentText(recoverable.from),
            to: exactMomentText(recoverable.to),
          },
        },
      }
    }),
    $mayChange: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      backupsText.mayNot,
    ),
    $mayRestore: projectControlState(
      context,
      ref,
      { action: 'delete', resource: 'projects' },
      backupsText.mayNotRestore,
    ),
    switching: createConfirmation<boolean>(async (isOn) => {
      const outcome = await changing.run({ point_in_time: isOn })
      if (outcome.type === 'done') success(text.changed(isOn))
      return outcome
    }),
    form: createForm({
      schema: v.object({
        moment: v.pipe(
          v.string(),
          v.check((typed) => problemOf(typed) !== 'not-a-moment', text.problems['not-a-moment']),
          v.check((typed) => problemOf(typed) !== 'too-early', text.problems['too-early']),
          v.check((typed) => problemOf(typed) !== 'too-late', text.problems['too-late']),
        ),
      }),
      initial: { moment: '' },
      async submit({ moment }) {
        const at = typedMoment(moment) ?? moment
        restoration.ask({ at, label: momentText(at) })
      },
    }),
    restoration,
    dispose() {},
  }
}
