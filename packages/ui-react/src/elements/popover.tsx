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
  /** Where the caller decides whether it is open. */
  control?: { open: boolean; onOpenChange(open: boolean): void }
  children: ReactNode
}

export function Popover({ label, trigger, align = 'end', control, children }: PopoverProps) {
  const own = useMenuState()
  return (
    <Base.Root {...(control ?? own)}>
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
