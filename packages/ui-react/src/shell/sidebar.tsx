/** The rail of icons; open it shows the labels too, expandable it does so under the pointer, over the content. */
import { shellText, type SidebarItem, type SidebarMode } from '@basedeck/core'
import { Boxes, ChartNoAxesColumn, House, Settings, SquareTerminal, Users } from 'lucide-react'
import { Link } from '../bind/link.js'
import { Icon } from '../elements/icon.js'
import { Tooltip } from '../elements/tooltip.js'
import styles from './sidebar.module.css'

const ICONS = {
  home: House,
  sql: SquareTerminal,
  projects: Boxes,
  team: Users,
  usage: ChartNoAxesColumn,
  settings: Settings,
} satisfies Record<SidebarItem['icon'], unknown>

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
          <Entry item={item} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ item, onOpen }: { item: SidebarItem; onOpen: (() => void) | undefined }) {
  const content = (
    <>
      <Icon of={ICONS[item.icon]} size={18} />
      <span className={styles['label']}>{item.label}</span>
    </>
  )
  if (item.refusal !== undefined) {
    return (
      <Tooltip text={item.refusal} side="right">
        <button type="button" aria-disabled className={styles['item']}>
          {content}
        </button>
      </Tooltip>
    )
  }
  return (
    <Link
      href={item.href}
      className={styles['item']}
      aria-current={item.active ? 'page' : undefined}
      {...(onOpen ? { onClick: onOpen } : {})}
    >
      {content}
    </Link>
  )
}
