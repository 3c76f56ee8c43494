/** One choice among a few, behind a button: "Limit 100 rows ⌄". */
import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
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
  onChoose(value: Value): void
}

export function ChoiceMenu<Value>({
  trigger,
  value,
  choices,
  align = 'start',
  onChoose,
}: ChoiceMenuProps<Value>) {
  return (
    <Menu.Root {...useMenuState()}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align={align} className={styles['positioner']}>
          <Menu.Popup className={styles['popup']}>
            <ChoiceItems value={value} choices={choices} onChoose={onChoose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
