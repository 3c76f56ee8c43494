/** Mod+Enter in a question: it gives the answer that runs, wherever the focus is. On a focused button it would be a click. */
import { questionKey } from '@basedeck/core/rules'
import type { KeyboardEvent } from 'react'

export function onQuestionKey(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const key = questionKey({ ...event, isComposing: event.nativeEvent.isComposing })
    if (!key) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'run') run()
  }
}
