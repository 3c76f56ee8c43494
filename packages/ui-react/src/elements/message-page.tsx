/** A page that is nothing but a message: what is the case, and the way on. */
import type { ReactNode } from 'react'
import styles from './message-page.module.css'

export interface MessagePageProps {
  title: string
  body: string
  /** It appeared in place of a page: a screen reader hears it at once. */
  isAlert?: boolean
  /** The way on: a link or a button. */
  children: ReactNode
}

export function MessagePage({ title, body, isAlert = false, children }: MessagePageProps) {
  return (
    <div className={styles['page']} {...(isAlert ? { role: 'alert' } : {})}>
      <h1>{title}</h1>
      <p>{body}</p>
      {children}
    </div>
  )
}
