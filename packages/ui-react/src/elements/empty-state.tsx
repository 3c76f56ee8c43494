/** An empty list: what belongs here, and the next step. */
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  body?: string
  children?: ReactNode
}

/** Three decks with nothing on them. */
function Decks() {
  return (
    <svg viewBox="0 0 24 24" className={styles['decks']} aria-hidden>
      <path d="M12 2.5 22 7.6 12 12.7 2 7.6Z" />
      <path d="M2 12 12 17.1 22 12" />
      <path d="M2 16.4 12 21.5 22 16.4" />
    </svg>
  )
}

export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <Decks />
      <p className={styles['title']}>{title}</p>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  )
}
