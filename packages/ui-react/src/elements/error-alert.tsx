/** An error: what happened, and what to do. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './error-alert.module.css'
import { Icon } from './icon.js'

export interface ErrorAlertProps {
  title: string
  /** Preformatted lines: an error's LINE and caret must stay aligned. */
  detail?: readonly string[]
  /** Sentences, below. */
  remarks?: readonly string[]
  /** The alert is all the page shows, and its title the page's heading. */
  isPage?: boolean
  children?: ReactNode
}

export function ErrorAlert({ title, detail = [], remarks = [], isPage = false, children }: ErrorAlertProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className={styles['alert']}>
      <Icon of={CircleAlert} size={18} />
      <div className={styles['text']}>
        <Title className={styles['title']}>{title}</Title>
        {detail.length > 0 && <pre className={styles['detail']}>{detail.join('\n')}</pre>}
        {remarks.map((remark) => (
          <p key={remark} className={styles['remark']}>
            {remark}
          </p>
        ))}
        {children}
      </div>
    </div>
  )
}
