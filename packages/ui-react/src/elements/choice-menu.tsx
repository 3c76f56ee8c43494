/** One choice among a few, behind a button: "Limit 100 rows ⌄". */
import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Link } from '../bind/link.js'
import { useMenuState } from '../bind/use-menu-state.js'
import { ChoiceItems, type Choice } from './choice-items.js'
import { usePortalContainer } from './portal-container.js'
import styles from './menu.module.css'

export interface ChoiceMenuProps<Value> {
  /** The button that opens it. */
  trigger: ReactElement
  value: Value
  choices: readonly Choice<Value>[]
  align?: 'start' | 'end'
  /** Leads on, below the choices. */
  link?: { href: string; label: string } | null
  /** Said below the choices. */
  note?: string | null
  onChoose(value: Value): void
  /** It was opened. */
  onOpen?(): void
}

export function ChoiceMenu<Value>({
  trigger,
  value,
  choices,
  align = 'start',
  link = null,
  note = null,
  onChoose,
  onOpen,
}: ChoiceMenuProps<Value>) {
  const menu = useMenuState()
  const change = (isOpen: boolean) => {
    if (isOpen) onOpen?.()
    menu.onOpenChange(isOpen)
  }
  return (
    <Menu.Root {...menu} onOpenChange={change}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align={align} className={styles['positioner']}>
          <Menu.Popup className={styles['popup']}>
            <ChoiceItems value={value} choices={choices} onChoose={onChoose} />
            {link !== null && (
              <Menu.Item className={styles['link']} render={<Link href={link.href}>{link.label}</Link>} />
            )}
            {note !== null && <p className={styles['note']}>{note}</p>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
