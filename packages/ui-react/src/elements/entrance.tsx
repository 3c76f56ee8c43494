/** A small page without the frame: one heading, one task. */
import type { ReactNode } from 'react'
import styles from './entrance.module.css'
import { Logo } from './logo.js'

export interface EntranceProps {
  title: string
  description?: ReactNode
  /** The content has its own margins: a form. */
  isFlush?: boolean
  /** Below the card: alternatives. */
  footer?: ReactNode
  children?: ReactNode
}

export function Entrance({ title, description, isFlush = false, footer, children }: EntranceProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <Logo size={32} />
        <h1>{title}</h1>
        {description !== undefined && <p>{description}</p>}
      </header>
      {children !== undefined && (
        <div className={styles['card']} data-flush={isFlush}>
          {children}
        </div>
      )}
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  )
}
