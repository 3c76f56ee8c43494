/** The field for the next question, and the choice to include data. */
import type { AssistantPanel } from '@basedeck/core'
import { assistantText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { RotateCcw, SendHorizontal, Square } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFocusOnce } from '../bind/use-focus-once.js'
import { Button } from '../elements/button.js'
import { Icon } from '../elements/icon.js'
import { Switch } from '../elements/switch.js'
import styles from './assistant-panel.module.css'

export function AssistantQuestion({ panel }: { panel: AssistantPanel }) {
  const question = useStore(panel.$question)
  const canSend = useStore(panel.$canSend)
  const canRetry = useStore(panel.$canRetry)
  const isAnswering = useStore(panel.$isAnswering)
  const includeData = useStore(panel.$includeData)
  const focus = useFocusOnce<HTMLTextAreaElement>()
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, metaKey, ctrlKey, nativeEvent } = event
    if (panel.press({ key, shiftKey, metaKey, ctrlKey, isComposing: nativeEvent.isComposing }))
      event.preventDefault()
  }
  return (
    <div className={styles['ask']}>
      <div className={styles['field']}>
        <textarea
          ref={focus}
          rows={2}
          aria-label={assistantText.question}
          placeholder={assistantText.placeholder}
          value={question}
          onChange={(event) => panel.type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles['row']}>
        <Switch
          label={assistantText.includeData}
          hint={assistantText.includeDataHint}
          isOn={includeData}
          onChange={panel.setIncludeData}
        />
        <div className={styles['buttons']}>
          {canRetry && (
            <Button icon={<Icon of={RotateCcw} size={14} />} onClick={() => void panel.retry()}>
              {assistantText.retry}
            </Button>
          )}
          {isAnswering ? (
            <Button icon={<Icon of={Square} size={14} />} onClick={panel.stop}>
              {assistantText.stop}
            </Button>
          ) : (
            <Button
              kind="primary"
              icon={<Icon of={SendHorizontal} size={14} />}
              disabled={!canSend}
              onClick={() => void panel.send()}
            >
              {assistantText.send}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
