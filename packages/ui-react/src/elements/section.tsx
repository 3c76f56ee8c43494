/** A card with a heading: one subject of a page. */
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './section.module.css'

export interface SectionProps {
  title: ReactNode
  description?: ReactNode
  /** Beside the heading: one button, a badge. */
  actions?: ReactNode
  /** The content has its own margins: a form, a list. */
  isFlush?: boolean
  /** The section of destructive actions. */
  tone?: 'plain' | 'danger'
  /** A row of buttons at its end; without content, beside the heading. */
  footer?: ReactNode
  children?: ReactNode
}

export function Section(props: SectionProps) {
  const { title, description, actions, isFlush = false, tone = 'plain', footer, children } = props
  const id = useId()
  const isBare = children === undefined
  return (
    <section aria-labelledby={id} className={styles['section']} data-tone={tone}>
      <header className={styles['header']}>
        <div className={styles['heading']}>
          <h2 id={id}>{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions}
        {isBare && footer}
      </header>
      {!isBare && <div className={classNames(styles['body'], isFlush && styles['flush'])}>{children}</div>}
      {footer !== undefined && !isBare && <footer className={styles['footer']}>{footer}</footer>}
    </section>
  )
}
