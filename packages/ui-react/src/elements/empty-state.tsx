/** An empty list: what belongs here, and the next step. */
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  title: string
  body?: string
  children?: ReactNode
}

export function EmptyState({ title, body, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {body !== undefined && <p>{body}</p>}
      {children}
    </div>
  )
}
