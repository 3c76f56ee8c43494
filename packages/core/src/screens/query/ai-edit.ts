/**
 * The AI within the text: a prompt at the cursor, its answer beside the text as it is now, and the choice to take it. What
 * changed meanwhile is never overwritten. SPEC §4 "AI edit".
 */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { complete, messageOf } from '../../data/ai.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import {
  canSubmitPrompt,
  movedRange,
  rangeToEdit,
  separated,
  submitsPrompt,
  type EditRange,
  type PromptKey,
} from '../../rules/sql/inline-widget.js'
import type { Draft } from '../../sessions/documents/drafts.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { aiText } from '../../text/assistant.js'
import type { Needs } from '../context.js'

/** How far the prompt is: asked, answered, closed. `range` is in UTF-16 offsets. */
export type AiEditState =
  | { status: 'closed' }
  | { status: 'asking'; range: EditRange; prompt: string; isLoading: boolean; error: string | null }
  | { status: 'reviewing'; before: string; after: string }

/** The AI's prompt within the text of a query. */
export interface AiEdit extends Disposable {
  readonly $state: ReadableAtom<AiEditState>
  /** Off, with the reason, where no AI service is configured. */
  readonly $controlState: ReadableAtom<ControlState>
  readonly $canSubmit: ReadableAtom<boolean>
  /** Opens the prompt for a selection, for the statement at the cursor, or for the position of the cursor. */
  open(range: EditRange): void
  setPrompt(prompt: string): void
  /** True when the key sent the prompt, or closed it. */
  press(key: PromptKey): boolean
  submit(): Promise<void>
  /** Ends what is under way, and keeps the prompt. */
  stop(): void
  accept(): void
  /** Closes the prompt, or drops what is proposed. */
  discard(): void
}

export interface AiEditOptions {
  ref: string
  draft: Draft
  /** Puts a text in the draft's place. */
  type(text: string): void
}

export function createAiEdit(
  context: Needs<'host' | 'client' | '$runtime'>,
  { ref, draft, type }: AiEditOptions,
): AiEdit {
  const { host, client, $runtime } = context
  const scope = createScope()
  const $state = atom<AiEditState>({ status: 'closed' })
  const $controlState = computed($runtime, (runtime): ControlState => {
    if (runtime.status !== 'ready') return { disabled: true }
    return runtime.data.aiEnabled ? { disabled: false } : { disabled: true, hint: aiText.notConfigured }
  })
  let text = draft.$text.get()
  /** What is proposed, and for which range of `text`. */
  let proposal: { range: EditRange; replacement: string } | undefined
  let running: AbortController | undefined

  const close = () => {
    running?.abort()
    running = undefined
    proposal = undefined
    $state.set({ status: 'closed' })
  }
  const drop = () => {
    close()
    host.notifier.notify({ kind: 'info', message: aiText.dropped, detail: aiText.droppedDetail })
  }
  const review = () => {
    if (!proposal) return
    const { range, replacement } = proposal
    const after = text.slice(0, range.start) + replacement + text.slice(range.end)
    $state.set({ status: 'reviewing', before: text, after })
  }

  scope.add(
    draft.$text.listen((now) => {
      const before = text
      text = now
      const state = $state.get()
      if (state.status === 'closed') return
      const range = movedRange(
        before,
        now,
        state.status === 'asking' ? state.range : (proposal?.range ?? NOWHERE),
      )
      if (!range) return drop()
      if (state.status === 'asking') return $state.set({ ...state, range })
      proposal = proposal && { ...proposal, range }
      review()
    }),
  )
  scope.add(close)

  async function submit(): Promise<void> {
    const asked = $state.get()
    if (asked.status !== 'asking' || !canSubmitPrompt(asked.prompt, asked.isLoading)) return
    const mine = new AbortController()
    running = mine
    $state.set({ ...asked, isLoading: true, error: null })
    const { start, end } = asked.range
    const input = {
      textBeforeCursor: text.slice(0, start),
      textAfterCursor: text.slice(end),
      selection: text.slice(start, end),
      prompt: asked.prompt.trim(),
    }
    const outcome = await complete(client, ref, input, mine.signal).then(
      (replacement) => ({ replacement }),
      (error: unknown) => ({ error: messageOf(toPlatformError(error)) }),
    )
    const state = $state.get()
    if (running !== mine || state.status !== 'asking') return
    running = undefined
    if ('error' in outcome) $state.set({ ...state, isLoading: false, error: aiText.failed(outcome.error) })
    else if (outcome.replacement === input.selection)
      $state.set({ ...state, isLoading: false, error: aiText.nothingNew })
    else {
      const replacement = separated(
        text.slice(0, state.range.start),
        outcome.replacement,
        text.slice(state.range.end),
      )
      proposal = { range: state.range, replacement }
      review()
    }
  }

  return {
    $state,
    $controlState,
    $canSubmit: computed(
      $state,
      (state) => state.status === 'asking' && canSubmitPrompt(state.prompt, state.isLoading),
    ),
    open(range) {
      if ($controlState.get().disabled || $state.get().status === 'reviewing') return
      close()
      text = draft.$text.get()
      $state.set({
        status: 'asking',
        range: rangeToEdit(text, range),
        prompt: '',
        isLoading: false,
        error: null,
      })
    },
    setPrompt(prompt) {
      const state = $state.get()
      if (state.status === 'asking' && !state.isLoading) $state.set({ ...state, prompt })
    },
    press(key) {
      const state = $state.get()
      if (key.key === 'Escape' && !key.isComposing && state.status !== 'closed') {
        close()
        return true
      }
      if (state.status !== 'asking' || !submitsPrompt(key, state.prompt, state.isLoading)) return false
      void submit()
      return true
    },
    submit,
    stop() {
      const state = $state.get()
      running?.abort()
      running = undefined
      if (state.status === 'asking') $state.set({ ...state, isLoading: false })
    },
    accept() {
      const state = $state.get()
      if (state.status !== 'reviewing') return
      close()
      type(state.after)
    },
    discard: close,
    dispose: scope.dispose,
  }
}

const NOWHERE: EditRange = { start: 0, end: 0 }
