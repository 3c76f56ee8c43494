/** A row of tabs with counts; the caller draws the panel. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Badge } from './badge.js'
import { classNames } from './class-names.js'
import styles from './tabs.module.css'

export interface TabItem {
  key: string
  label: string
  count?: number | null
  /** After the label, in the place of a count. */
  mark?: ReactNode
}

export interface TabsProps {
  label: string
  tabs: readonly TabItem[]
  active: string
  onOpen(key: string): void
  /** The content of the active tab. */
  children: ReactNode
  /** At the end of the row. */
  end?: ReactNode
  /** They divide the whole page, not a part of it. Default false. */
  isOfPage?: boolean
}

export function Tabs({ label, tabs, active, onOpen, children, end, isOfPage = false }: TabsProps) {
  return (
    <Base.Root
      value={active}
      onValueChange={(key: string) => onOpen(key)}
      className={classNames(styles['root'], isOfPage && styles['page'])}
    >
      <div className={styles['row']}>
        <Base.List className={styles['list']} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab key={tab.key} value={tab.key} className={styles['tab']}>
              {tab.label}
              {tab.mark}
              {typeof tab.count === 'number' && (
                <Badge tone={tab.key === active ? 'accent' : 'plain'}>{tab.count}</Badge>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        <div className={styles['end']}>{end}</div>
      </div>
      <Base.Panel value={active} className={styles['panel']}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
