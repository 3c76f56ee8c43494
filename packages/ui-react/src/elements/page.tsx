/** A page of the content: its heading, its purpose, the actions on all of it. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../bind/link.js'
import { classNames } from './class-names.js'
import { Icon } from './icon.js'
import styles from './page.module.css'

export interface PageProps {
  title: ReactNode
  description?: ReactNode
  /** What the page holds: a form is as wide as is good to read, a list as its window allows. Default `form`. */
  width?: 'form' | 'list'
  /** Above the heading: a way back. */
  back?: { href: string; label: string } | null
  /** Below the heading: the pages of its subject. */
  tabs?: ReactNode
  /** Buttons of the whole page, beside its heading. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, description, width = 'form', back, tabs, actions, children }: PageProps) {
  return (
    <div className={classNames(styles['page'], styles[width])}>
      {back && (
        <Link href={back.href} className={styles['back']}>
          <Icon of={ArrowLeft} size={14} />
          {back.label}
        </Link>
      )}
      <header className={styles['header']}>
        <div className={styles['heading']}>
          <h1>{title}</h1>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {tabs}
      {children}
    </div>
  )
}
