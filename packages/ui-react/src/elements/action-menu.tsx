/** A menu of actions behind a button. A disabled action stays in the list; its group's heading says why. */
import { Menu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { isFocusFree } from '../bind/is-focus-free.js'
import { useMenuState } from '../bind/use-menu-state.js'
import { ChoiceItems, type ChoiceItemsProps } from './choice-items.js'
import { usePortalContainer } from './portal-container.js'
import styles from './action-menu.module.css'
import menuStyles from './menu.module.css'

export interface ActionItem {
  label: string
  icon?: ReactNode
  /** An explanation, in small letters below. */
  detail?: string
  /** The shortcut of the same action; shown, not bound here. */
  keys?: string
  /** The action is disabled. */
  isOff?: boolean
  onChoose(): void
}

export interface ActionGroup {
  /** Its heading; none for a menu of one group. */
  label?: string
  items: readonly ActionItem[]
}

/** One choice among a few, as a group of its menu. */
export interface ChoiceGroup extends ChoiceItemsProps<number> {
  label: string
}

export interface ActionMenuProps {
  trigger: ReactElement
  groups: readonly ActionGroup[]
  /** Below the groups. */
  choice?: ChoiceGroup
  align?: 'start' | 'end'
}

export function ActionMenu({ trigger, groups, choice, align = 'start' }: ActionMenuProps) {
  return (
    <Menu.Root {...useMenuState()}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner sideOffset={4} align={align} className={menuStyles['positioner']}>
          <Menu.Popup className={menuStyles['popup']} finalFocus={hasFocusStill}>
            {groups.map((group, index) => (
              <Menu.Group key={group.label ?? index} className={styles['group']}>
                {group.label !== undefined && (
                  <Menu.GroupLabel className={styles['heading']}>{group.label}</Menu.GroupLabel>
                )}
                {group.items.map((item) => (
                  <Item key={item.label} {...item} />
                ))}
              </Menu.Group>
            ))}
            {choice && <Choices {...choice} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** The button gets the focus back, unless the action has given it to something else: a field, a panel. */
function hasFocusStill(): boolean {
  const focused = document.activeElement
  return !focused || isFocusFree() || focused.closest('[role=menu]') !== null
}

function Choices({ label, ...items }: ChoiceGroup) {
  return (
    <Menu.Group className={styles['group']}>
      <Menu.GroupLabel className={styles['heading']}>{label}</Menu.GroupLabel>
      <ChoiceItems {...items} />
    </Menu.Group>
  )
}

function Item({ label, icon, detail, keys, isOff = false, onChoose }: ActionItem) {
  return (
    <Menu.Item className={menuStyles['item']} disabled={isOff} data-off={isOff} onClick={onChoose}>
      {icon !== undefined && <span className={menuStyles['mark']}>{icon}</span>}
      <span className={styles['words']}>
        {label}
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {keys !== undefined && <kbd className={styles['keys']}>{keys}</kbd>}
    </Menu.Item>
  )
}
