/** Words and buttons that open below a button, which stays where it is. */
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { useMenuState } from '../bind/use-menu-state.js'
import { usePortalContainer } from './portal-container.js'
import styles from './popover.module.css'

export interface PopoverProps {
  /** Names the popover for a screen reader. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

export function Popover({ label, trigger, align = 'end', children }: PopoverProps) {
  return (
    <Base.Root {...useMenuState()}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner sideOffset={4} align={align} className={styles['positioner']}>
          <Base.Popup className={styles['popup']} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
