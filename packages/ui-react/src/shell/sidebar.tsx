/** The sidebar: open it shows the labels too, expandable it shows them under the pointer, over the content. */
import type { MenuItem, SidebarMenu } from '@basedeck/core'
import type { MenuIcon, SidebarMode } from '@basedeck/core/rules'
import { shellText } from '@basedeck/core/text'
import {
  Blocks,
  Boxes,
  Braces,
  ChartNoAxesColumn,
  CreditCard,
  Database,
  FolderOpen,
  House,
  KeyRound,
  Lightbulb,
  Radio,
  ScrollText,
  Settings,
  SquareFunction,
  SquareTerminal,
  Table2,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from '../bind/link.js'
import { useRoving } from '../bind/use-roving.js'
import { Icon } from '../elements/icon.js'
import { Tooltip } from '../elements/tooltip.js'
import { SidebarModeButton } from './sidebar-mode-button.js'
import styles from './sidebar.module.css'

const ICONS: Record<MenuIcon, LucideIcon> = {
  projects: Boxes,
  team: Users,
  usage: ChartNoAxesColumn,
  billing: CreditCard,
  home: House,
  editor: Table2,
  sql: SquareTerminal,
  database: Database,
  auth: KeyRound,
  storage: FolderOpen,
  functions: SquareFunction,
  realtime: Radio,
  advisors: Lightbulb,
  reports: ChartNoAxesColumn,
  logs: ScrollText,
  api: Braces,
  integrations: Blocks,
  settings: Settings,
}
/** SPEC §9. The icon fills its center. */
const ICON_SIZE = 32

export function Sidebar({ menu, mode }: { menu: SidebarMenu; mode: SidebarMode }) {
  // It would otherwise stay expanded under the pointer, over the page that was just opened.
  const [isDone, setDone] = useState(false)
  const again = () => setDone(false)
  const roving = useRoving<HTMLElement>('down')
  return (
    <div
      className={styles['sidebar']}
      data-pane
      data-mode={mode}
      data-done={isDone}
      onPointerLeave={again}
      onFocus={again}
    >
      <nav ref={roving} aria-label={shellText.navigation} className={styles['menu']}>
        <SidebarEntries menu={menu} isRail={mode !== 'open'} onOpen={() => setDone(true)} />
      </nav>
      <div className={styles['foot']}>
        <SidebarModeButton />
      </div>
    </div>
  )
}

export interface SidebarEntriesProps {
  menu: SidebarMenu
  /** The labels may be hidden: then the icon has the name. */
  isRail?: boolean
  onOpen?: () => void
}

export function SidebarEntries({ menu, isRail = false, onOpen }: SidebarEntriesProps) {
  return menu.map(({ key, items }) => (
    <ul key={key} className={styles['items']}>
      {items.map((item) => (
        <li key={item.key}>
          <Entry item={item} isRail={isRail} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  ))
}

interface EntryProps {
  item: MenuItem
  isRail: boolean
  onOpen: (() => void) | undefined
}

function Entry({ item, isRail, onOpen }: EntryProps) {
  const content = (
    <>
      {item.icon && <Icon of={ICONS[item.icon]} size={ICON_SIZE} />}
      <span className={styles['label']}>{item.label}</span>
    </>
  )
  if (item.refusal !== undefined) {
    return (
      <Tooltip text={isRail ? `${item.label}. ${item.refusal}` : item.refusal} side="right">
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
