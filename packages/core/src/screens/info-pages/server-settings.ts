/** The settings of PostgreSQL, on the page of the database's settings: found, read and changed one at a time. */
import { toPlatformError, type DatabaseErrorReport, type ServerSetting } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { serverSettingChange, serverSettingsQuery } from '../../data/server-settings.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { serverSettingsText as text } from '../../text/server-settings.js'
import type { Needs } from '../context.js'
import { withMessage } from '../structure/change-panel.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** Which settings are listed. */
export type ShownSettings = keyof typeof text.shown

/** The panel of one setting. */
export interface SettingPanel {
  readonly setting: ServerSetting
  readonly form: Form<{ value: string }>
  readonly facts: readonly { key: string; label: string; value: string }[]
  readonly submitLabel: string
  /** Null: nobody has set it. */
  readonly resetLabel: string | null
  /** Whether it is being set as if nobody had. */
  readonly $isResetting: ReadableAtom<boolean>
  reset(): Promise<void>
  readonly $asksToDiscard: ReadableAtom<boolean>
  /** Closes it; asks before a typed value is lost. */
  leave(): void
  stay(): void
  discard(): void
}

/** The settings of PostgreSQL. */
export interface ServerSettingsPart {
  readonly $settings: ReadableAtom<Remote<ServerSetting[]>>
  /** A value with which the server did not start; null: none. */
  readonly $refused: ReadableAtom<{ title: string; reason: string } | null>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $search: ReadableAtom<string>
  search(words: string): void
  readonly $shown: ReadableAtom<ShownSettings>
  /** @param which of `choices` */
  show(which: string): void
  readonly choices: readonly { value: ShownSettings; label: string }[]
  /** Null: closed. */
  readonly $panel: ReadableAtom<SettingPanel | null>
  open(name: string): void
}

export function createServerSettings(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, gate }: { ref: string; gate: ProjectGate | null },
): ServerSettingsPart {
  const { host, client, queries } = context
  const $stored = queries.store(serverSettingsQuery(client, ref))
  const $all = gate
    ? behindGate<ReturnType<typeof $stored.get>>(gate, $stored, { status: 'loading' })
    : $stored
  const $search = atom('')
  const $shown = atom<ShownSettings>('changeable')
  const $panel = atom<SettingPanel | null>(null)
  const changing = createMutation(queries, serverSettingChange(client, ref))

  function openPanel(setting: ServerSetting): SettingPanel {
    const restarts = setting.effect === 'restart'
    const $isResetting = atom(false)
    const $asksToDiscard = atom(false)
    const close = () => $panel.set(null)
    async function set(value: string | null): Promise<void> {
      const outcome = await changing.run({ name: setting.name, value, restarts })
      if (outcome.type === 'failed') throw withHint(outcome.error)
      const message = restarts ? text.restarting(setting.name) : text.saved(setting.name)
      host.notifier.notify({ kind: 'success', message })
      close()
    }
    const form = createForm({
      schema: v.object({ value: v.string() }),
      initial: { value: setting.value },
      submit: ({ value }) => set(value),
    })
    return {
      setting,
      form,
      facts: factsOf(setting),
      submitLabel: restarts ? text.saveAndRestart : text.save,
      resetLabel: setting.is_changed ? (restarts ? text.resetAndRestart : text.reset) : null,
      $isResetting,
      async reset() {
        if ($isResetting.get()) return
        $isResetting.set(true)
        try {
          await set(null)
        } catch (error) {
          host.notifier.notify({ kind: 'error', message: toPlatformError(error).message })
        } finally {
          $isResetting.set(false)
        }
      },
      $asksToDiscard,
      leave() {
        if (form.$isChanged.get()) $asksToDiscard.set(true)
        else close()
      },
      stay: () => $asksToDiscard.set(false),
      discard: close,
    }
  }
  return {
    $settings: computed([$all, $search, $shown], (remote, words, shown): Remote<ServerSetting[]> =>
      remote.status === 'ready'
        ? { ...remote, data: remote.data.settings.filter((one) => isShown(one, words, shown)) }
        : remote,
    ),
    $refused: computed($all, (remote) => {
      const refused = remote.status === 'ready' ? remote.data.refused : null
      return refused && { title: text.refused(refused.name, refused.value), reason: refused.reason }
    }),
    $mayChange: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      text.mayNot,
    ),
    $search,
    search: (words) => $search.set(words),
    $shown,
    show: (which) => $shown.set(which as ShownSettings),
    choices: (['changeable', 'changed', 'all'] as const).map((value) => ({
      value,
      label: text.shown[value],
    })),
    $panel,
    open(name) {
      const remote = $all.get()
      const found = remote.status === 'ready' ? remote.data.settings.find((one) => one.name === name) : null
      if (found) $panel.set(openPanel(found))
    },
  }
}

function isShown(setting: ServerSetting, words: string, shown: ShownSettings): boolean {
  if (shown === 'changed' && !setting.is_changed) return false
  if (shown === 'changeable' && setting.fixed !== null) return false
  const whole = `${setting.name} ${setting.category} ${setting.description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

function factsOf({ category, default_value: value, min, max, unit, effect, fixed }: ServerSetting) {
  return [
    { key: 'category', label: text.facts.category, value: category },
    { key: 'default', label: text.facts.default, value: value === '' ? '–' : value },
    ...(min === null || max === null
      ? []
      : [{ key: 'range', label: text.facts.range, value: text.range(min, max, unit) }]),
    ...(fixed === null
      ? [{ key: 'effect', label: text.facts.effect, value: text.effectSentences[effect] }]
      : []),
  ]
}

/** PostgreSQL says in a hint what it would take. */
function withHint(error: ReturnType<typeof toPlatformError>) {
  const { hint } = (error.body ?? {}) as Partial<DatabaseErrorReport>
  return hint === undefined ? error : withMessage(error, `${error.message}. ${hint}`)
}
