/** Which time is looked at: a choice, or words. */
import type { LogsScreen } from '@basedeck/core'
import { logsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { Button } from '../../elements/button.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import styles from './logs.module.css'

const text = logsText.range

export function RangeMenu({ screen }: { screen: Pick<LogsScreen, '$range' | 'setRange'> }) {
  const { value, label } = useStore(screen.$range)
  const field = useRef<HTMLInputElement>(null)
  const [isUnknown, setIsUnknown] = useState(false)
  const set = () => {
    const input = field.current
    if (!input || input.value.trim() === '') return
    const isKnown = screen.setRange(input.value)
    setIsUnknown(!isKnown)
    if (isKnown) input.value = ''
  }
  return (
    <>
      <ChoiceMenu
        trigger={<ChoiceButton name={text.name} value={label} />}
        value={value}
        choices={text.choices}
        onChoose={(words) => {
          setIsUnknown(false)
          screen.setRange(words)
        }}
      />
      <div className={styles['words']}>
        <input
          ref={field}
          type="text"
          aria-label={text.custom}
          aria-invalid={isUnknown}
          placeholder={text.placeholder}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            set()
          }}
        />
        <Button onClick={set}>{text.set}</Button>
      </div>
      {isUnknown && <p role="alert">{text.unknown}</p>}
    </>
  )
}
