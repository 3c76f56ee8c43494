/** The prompt of the AI, between the lines of the text. SPEC §2, §5. */
import type { AiEdit, AiEditState } from '@basedeck/core'
import { aiText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Sparkles, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../elements/button.js'
import { IconButton } from '../../elements/icon-button.js'
import { Icon } from '../../elements/icon.js'
import { useFocusOnce } from '../../bind/use-focus-once.js'
import styles from './inline-ai.module.css'

export interface InlineAiProps {
  edit: AiEdit
  state: AiEditState & { status: 'asking' }
}

export function InlineAi({ edit, state: { range, prompt, isLoading, error } }: InlineAiProps) {
  const canSubmit = useStore(edit.$canSubmit)
  const focus = useFocusOnce<HTMLTextAreaElement>()
  const words = range.start === range.end ? WORDS.write : WORDS.change
  const onKeyDown = (event: KeyboardEvent) => {
    // The editor around it must not handle the key.
    event.stopPropagation()
    if (edit.press({ ...keyOf(event), isComposing: event.nativeEvent.isComposing })) event.preventDefault()
  }
  return (
    <div role="group" aria-label={aiText.edit} className={styles['widget']}>
      <div className={styles['row']}>
        <Icon of={Sparkles} size={14} />
        <textarea
          ref={focus}
          rows={1}
          className={styles['prompt']}
          aria-label={words.label}
          placeholder={words.placeholder}
          value={prompt}
          readOnly={isLoading}
          onChange={(event) => edit.setPrompt(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton label={aiText.close} icon={<Icon of={X} size={14} />} onClick={edit.discard} />
      </div>
      <div className={styles['row']}>
        {isLoading ? (
          <>
            <output className={styles['state']}>{aiText.generating}</output>
            <Button onClick={edit.stop}>{aiText.stop}</Button>
          </>
        ) : (
          <>
            <p role="alert" className={styles['error']}>
              {error}
            </p>
            <Button kind="primary" shortcut="↵" disabled={!canSubmit} onClick={() => void edit.submit()}>
              {aiText.generate}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const WORDS = {
  write: { label: aiText.prompt, placeholder: aiText.promptPlaceholder },
  change: { label: aiText.promptSelection, placeholder: aiText.promptSelectionPlaceholder },
}

function keyOf({ key, shiftKey, metaKey, ctrlKey }: KeyboardEvent) {
  return { key, shiftKey, metaKey, ctrlKey }
}
