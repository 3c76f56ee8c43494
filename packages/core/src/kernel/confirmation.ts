/** A confirmation before an action that can't be undone: asked, answered, done; or refused, and still open. */
import { atom, type ReadableAtom } from 'nanostores'
import type { MutationOutcome } from './mutation.js'

/** Whether the question is open, its subject, and the error of the last attempt. */
export type ConfirmationState<Subject> =
  | { status: 'closed' }
  | {
      status: 'open'
      subject: Subject
      isBusy: boolean
      /** The error of the last attempt. */
      problem?: string
    }

/** A confirmation before an action that can't be undone. While it is open, the view shows it over the page. */
export interface Confirmation<Subject, Answer = void> {
  readonly $state: ReadableAtom<ConfirmationState<Subject>>
  ask(subject: Subject): void
  cancel(): void
  /** Runs the action; the question closes on success, and stays open with the reason when it was refused. */
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
      const busy: ConfirmationState<Subject> = { status: 'open', subject, isBusy: true }
      $state.set(busy)
      const outcome = await act(subject, answer)
      // The question was closed meanwhile, and perhaps opened again.
      if ($state.get() !== busy) return
      if (outcome.type === 'done') $state.set({ status: 'closed' })
      else $state.set({ status: 'open', subject, isBusy: false, problem: outcome.error.message })
    },
  }
}
