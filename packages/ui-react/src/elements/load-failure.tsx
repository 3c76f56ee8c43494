/** Data that could not be loaded: the error, a retry, and support. */
import { alertMessage, supportHref } from '@basedeck/core/rules'
import { errorText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { Button } from './button.js'
import { ErrorAlert } from './error-alert.js'
import styles from './load-failure.module.css'
import { TextLink } from './text-link.js'

export interface LoadFailureProps {
  /** The platform's message. */
  message: string
  /** Before the message; default: the word for an error. */
  title?: string
  onRetry(): void
}

export function LoadFailure({ message, title, onRetry }: LoadFailureProps) {
  const { router } = useDeck()
  const { match } = useStore(router.$route)
  const { ref, slug } = match?.params ?? {}
  const said = alertMessage(message)
  return (
    <ErrorAlert title={title ?? errorText.title(said)} detail={title === undefined ? [] : [said]}>
      <p>{errorText.advice}</p>
      <div className={styles['ways']}>
        <Button onClick={onRetry}>{errorText.retry}</Button>
        <TextLink href={supportHref({ ref, slug, error: message })}>{errorText.contactSupport}</TextLink>
      </div>
    </ErrorAlert>
  )
}
