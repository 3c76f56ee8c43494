/** The rail of icons; open it shows the labels too, expandable it does so under the pointer, over the content. */
import { shellText, type SidebarItem, type SidebarMode } from '@basedeck/core'
import { House, SquareTerminal } from 'lucide-react'
import { Link } from '../bind/link.js'
import { Icon } from '../elements/icon.js'
import styles from './sidebar.module.css'

const ICONS = { home: House, sql: SquareTerminal } satisfies Record<SidebarItem['icon'], unknown>

export function Sidebar({ items, mode }: { items: readonly SidebarItem[]; mode: SidebarMode }) {
  return (
    <nav aria-label={shellText.navigation} className={styles['sidebar']} data-mode={mode}>
      <SidebarItems items={items} />
    </nav>
  )
}

export function SidebarItems({ items, onOpen }: { items: readonly SidebarItem[]; onOpen?: () => void }) {
  return (
    <ul className={styles['items']}>
      {items.map((item) => (
        <li key={item.key}>
          <Link
            href={item.href}
            className={styles['item']}
            aria-current={item.active ? 'page' : undefined}
            {...(onOpen ? { onClick: onOpen } : {})}
          >
            <Icon of={ICONS[item.icon]} size={18} />
            <span className={styles['label']}>{item.label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
