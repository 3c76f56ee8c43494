import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './badge.module.css'

export type BadgeTone = 'plain' | 'accent' | 'good' | 'busy' | 'bad' | 'quiet'

export function Badge({
  tone = 'plain',
  title,
  children,
}: {
  tone?: BadgeTone
  title?: string
  children: ReactNode
}) {
  return (
    <span className={classNames(styles['badge'], styles[tone])} title={title}>
      {children}
    </span>
  )
}
