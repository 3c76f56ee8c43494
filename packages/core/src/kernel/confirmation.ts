/** A question before something is done that can't be taken back: asked, answered, done; or refused, and still asked. */
import { atom, type ReadableAtom } from 'nanostores'
import type { MutationOutcome } from './mutation.js'

/** Whether the question is open, about what, and what was said against the last answer. */
export type ConfirmationState<Subject> =
  | { status: 'closed' }
  | {
      status: 'open'
      subject: Subject
      isBusy: boolean
      /** What was said against it. */
      problem?: string
    }

/** A question before something that can't be taken back. While it is open, the view shows it over the page. */
export interface Confirmation<Subject, Answer = void> {
  readonly $state: ReadableAtom<ConfirmationState<Subject>>
  ask(subject: Subject): void
  cancel(): void
  /** Does it; the question closes when it is done, and stays with the reason when it was refused. */
  confirm(answer: Answer): Promise<void>
}

export function createConfirmation<Subject, Answer = void>(
  act: (subject: Subject, answer: Answer) => Promise<MutationOutcome<unknown>>,
): Confirmation<Subject, Answer> {
  const $state = atom<ConfirmationState<Subject>>({ status: 'closed' })
  return {
    $state,
    ask: (subject) => $state.set({ status: 'open', subject, isBusy: false }),
    cancel: () => $state.set({ status: 'closed' }),
    async confirm(answer) {
      const asked = $state.get()
      if (asked.status === 'closed' || asked.isBusy) return
      const { subject } = asked
      $state.set({ status: 'open', subject, isBusy: true })
      const outcome = await act(subject, answer)
      const now = $state.get()
      // Meanwhile it was closed, and perhaps asked for something else.
      if (now.status === 'closed' || now.subject !== subject || !now.isBusy) return
      if (outcome.type === 'done') $state.set({ status: 'closed' })
      else $state.set({ status: 'open', subject, isBusy: false, problem: outcome.error.message })
    },
  }
}
