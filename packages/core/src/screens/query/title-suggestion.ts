/** A name for the query by the AI. A name that its user gives meanwhile stays. SPEC §8. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { titleFor, type SuggestedName } from '../../data/ai.js'
import type { Disposable } from '../../kernel/screen.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { aiText } from '../../text/assistant.js'
import type { Needs } from '../context.js'

export interface TitleSuggestion extends Disposable {
  /** Off while there is no text, or one is on its way; with the reason where there is no AI service. */
  readonly $controlState: ReadableAtom<ControlState>
  readonly $isSuggesting: ReadableAtom<boolean>
  suggest(): Promise<void>
}

export interface TitleSuggestionOptions {
  $text: ReadableAtom<string>
  name(): string
  rename(given: SuggestedName): void
}

export function createTitleSuggestion(
  { host, client, $runtime }: Needs<'host' | 'client' | '$runtime'>,
  { $text, name, rename }: TitleSuggestionOptions,
): TitleSuggestion {
  const $isSuggesting = atom(false)
  const $controlState = computed(
    [$runtime, $text, $isSuggesting],
    (runtime, text, isSuggesting): ControlState => {
      if (runtime.status === 'ready' && !runtime.data.aiEnabled)
        return { disabled: true, hint: aiText.notConfigured }
      return { disabled: runtime.status !== 'ready' || isSuggesting || text.trim() === '' }
    },
  )
  let running: AbortController | undefined
  return {
    $controlState,
    $isSuggesting,
    async suggest() {
      if ($controlState.get().disabled) return
      const before = name()
      const mine = new AbortController()
      running = mine
      $isSuggesting.set(true)
      const outcome = await titleFor(client, $text.get(), mine.signal)
      $isSuggesting.set(false)
      if (mine.signal.aborted) return
      if (outcome.type === 'failed') host.notifier.notify({ kind: 'error', message: outcome.message })
      else if (name() === before) {
        rename({ name: outcome.title, description: outcome.description })
        host.notifier.notify({ kind: 'success', message: aiText.named(outcome.title) })
      }
    },
    dispose: () => running?.abort(),
  }
}
