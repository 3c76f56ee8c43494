/** Sends a read, and shows the answer as it came. */
import type { ApiAttempt as Attempt } from '@basedeck/core'
import { apiDocsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { ControlButton } from '../../elements/control-button.js'
import { Scroller } from '../../elements/scroller.js'
import { Section } from '../../elements/section.js'
import styles from './api-docs.module.css'

export function ApiAttempt({ attempt, name }: { attempt: Attempt; name: string }) {
  const control = useStore(attempt.$control)
  const state = useStore(attempt.$state)
  const isSending = state.status === 'sending'
  return (
    <Section title={text.try} description={text.tryBody}>
      <ControlButton
        isExplained
        controlState={control}
        aria-disabled={isSending}
        onClick={() => void attempt.send()}
      >
        {isSending ? text.sending : text.send}
      </ControlButton>
      <div role="status" className={styles['answer']}>
        {state.status === 'failed' && <p className={styles['refused']}>{state.message}</p>}
        {state.status === 'answered' && (
          <>
            <p>
              <Badge tone={state.isRefused ? 'bad' : 'good'}>{state.summary}</Badge>
            </p>
            {state.isCut && <p className={styles['note']}>{text.cutAnswer}</p>}
          </>
        )}
      </div>
      {state.status === 'answered' && (
        <Scroller aria-label={`${text.answerLabel}: ${name}`} className={styles['code']}>
          <pre>{state.text === '' ? text.emptyAnswer : state.text}</pre>
        </Scroller>
      )}
    </Section>
  )
}
