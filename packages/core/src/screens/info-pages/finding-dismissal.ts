/** Puts a finding of the advisors aside, with a reason and for a time. */
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { lintDismissal } from '../../data/insight.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { advisorText } from '../../text/advisor.js'
import type { Needs } from '../context.js'

const text = advisorText.form
const REASON_CHARACTERS = 500
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { always: null, month: 30, quarter: 90 } as const

export interface DismissalValues {
  reason: string
  time: keyof typeof DAYS
}

export interface FindingDismissal {
  /** Key of the finding; null: nothing is open. */
  readonly $key: ReadableAtom<string | null>
  readonly form: Form<DismissalValues>
  open(key: string): void
  close(): void
}

const schema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, text.needsReason),
    v.maxLength(REASON_CHARACTERS, text.tooLong),
  ),
  time: v.picklist(['always', 'month', 'quarter']),
})

export function createFindingDismissal(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  ref: string,
): FindingDismissal {
  const $key = atom<string | null>(null)
  const initial: DismissalValues = { reason: '', time: 'always' }
  const form = createForm({
    schema,
    initial,
    async submit({ reason, time }) {
      const key = $key.get()
      if (key === null) return
      const days = DAYS[time]
      const until = days === null ? null : new Date(host.clock.now() + days * DAY_MS).toISOString()
      await mutate(queries, lintDismissal(client, ref), { key, reason, until })
      host.notifier.notify({ kind: 'success', message: text.done })
    },
  })
  return {
    $key,
    form,
    open: (key) => $key.set(key),
    close() {
      form.reset()
      $key.set(null)
    },
  }
}
