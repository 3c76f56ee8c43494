/** The popup of a tooltip. Escape closes it; the pointer reaches what lies below it. */
import { Tooltip as Base } from '@base-ui/react/tooltip'
import { usePortalContainer } from './portal-container.js'
import styles from './tooltip.module.css'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

export interface TooltipPopupProps {
  id: string
  text: string
  anchor: Element
  side: TooltipSide
  onClose(): void
}

export function TooltipPopup({ id, text, anchor, side, onClose }: TooltipPopupProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className={styles['positioner']}>
          <Base.Popup id={id} role="tooltip" className={styles['popup']}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
