/** Shows the AI suggestion beside the current text, with Accept and Discard. SPEC §4. */
import type { AiEdit, AiEditState } from '@basedeck/core'
import { aiText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { useFocusOnce } from '../../bind/use-focus-once.js'
import { Button } from '../../elements/button.js'
import { DiffView } from '../../widgets/code-editor/diff-view.js'
import styles from './ai-diff.module.css'

export interface AiDiffProps {
  edit: AiEdit
  state: AiEditState & { status: 'reviewing' }
}

export function AiDiff({ edit, state: { before, after } }: AiDiffProps) {
  const theme = useStore(useDeck().preferences.$theme)
  const focus = useFocusOnce<HTMLElement>()
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, metaKey, ctrlKey, nativeEvent } = event
    if (!edit.press({ key, shiftKey, metaKey, ctrlKey, isComposing: nativeEvent.isComposing })) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      ref={focus}
      tabIndex={-1}
      aria-label={aiText.review}
      className={styles['review']}
      onKeyDownCapture={onKeyDown}
    >
      <header className={styles['bar']}>
        <span>{aiText.review}</span>
        <Button kind="primary" onClick={edit.accept}>
          {aiText.accept}
        </Button>
        <Button shortcut="Esc" onClick={edit.discard}>
          {aiText.discard}
        </Button>
      </header>
      <div className={styles['diff']}>
        <DiffView label={aiText.review} before={before} after={after} theme={theme} />
      </div>
    </section>
  )
}
