/** A panel that slides over the right side: details of one thing. Escape or a swipe closes it. */
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useSwipeAway } from '../bind/use-swipe-away.js'
import { classNames } from './class-names.js'
import { Icon } from './icon.js'
import { IconButton } from './icon-button.js'
import styles from './side-panel.module.css'

export interface SidePanelProps {
  open: boolean
  title: string
  closeLabel: string
  /** Room for a form whose rows have several fields. */
  isWide?: boolean
  /** The content has its own margins. */
  isFlush?: boolean
  /** Its first field takes the focus. */
  startsInField?: boolean
  onClose(): void
  children: ReactNode
}

export function SidePanel(props: SidePanelProps) {
  const { open, title, closeLabel, onClose, children } = props
  const { isWide = false, isFlush = false, startsInField = false } = props
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        {/* The close button's tooltip would come with its focus, and take the first Escape. */}
        <Dialog.Popup
          ref={panel}
          {...useSwipeAway(onClose)}
          initialFocus={() => (startsInField ? panel.current?.querySelector('input') : null) ?? panel.current}
          className={classNames(styles['panel'], isWide && styles['wide'])}
        >
          <header className={styles['header']}>
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            <IconButton label={closeLabel} icon={<Icon of={X} />} onClick={onClose} />
          </header>
          <div className={classNames(styles['body'], isFlush && styles['flush'])}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
