/** Sends a read, and shows the answer as it came. */
import type { ApiAttempt as Attempt, ApiUser } from '@basedeck/core'
import { apiDocsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { ControlButton } from '../../elements/control-button.js'
import { Scroller } from '../../elements/scroller.js'
import { Section } from '../../elements/section.js'
import { FoundUsers } from '../parts/found-users.js'
import styles from './api-docs.module.css'

export interface ApiAttemptProps {
  attempt: Attempt
  user: ApiUser
  name: string
}

export function ApiAttempt({ attempt, user, name }: ApiAttemptProps) {
  const asksUser = useStore(user.$isAsked)
  const control = useStore(attempt.$control)
  const state = useStore(attempt.$state)
  const isSending = state.status === 'sending'
  return (
    <Section title={text.try} description={text.tryBody}>
      {asksUser && <AsUser user={user} />}
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

function AsUser({ user }: { user: ApiUser }) {
  const chosen = useStore(user.$chosen)
  return (
    <section aria-label={text.asUser} className={styles['asUser']}>
      <p className={styles['note']}>{text.asUserBody}</p>
      <FoundUsers finder={user.finder} chosen={useStore(user.$id)} onChoose={user.choose} />
      <p role="status" hidden={chosen === null}>
        <bdi>{chosen}</bdi>
      </p>
    </section>
  )
}
