import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { useFloatingPlace } from './floating-place.js'
import styles from './tooltip.module.css'

export interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The control it explains; takes the hover and the focus. */
  children: ReactElement
}

export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={useFloatingPlace()}>
        <Base.Positioner side={side} sideOffset={6} className={styles['positioner']}>
          <Base.Popup className={styles['popup']}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
