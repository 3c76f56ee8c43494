/** A page of the content: its heading, its purpose, the actions on all of it. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import styles from './page.module.css'

export interface PageProps {
  title: ReactNode
  description?: ReactNode
  /** `narrow` for forms, `wide` for lists. Default `narrow`. */
  width?: 'narrow' | 'wide'
  /** Above the heading: a way back. */
  above?: ReactNode
  /** Buttons of the whole page, beside its heading. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, description, width = 'narrow', above, actions, children }: PageProps) {
  return (
    <div className={classNames(styles['page'], styles[width])}>
      {above}
      <header className={styles['header']}>
        <div className={styles['heading']}>
          <h1>{title}</h1>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
