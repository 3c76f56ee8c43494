/** A dialog with a title, what it holds, and its buttons. Escape and a press beside it close it. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useOpener } from '../bind/use-opener.js'
import styles from './confirm-dialog.module.css'

export interface PlainDialogProps {
  open: boolean
  title: string
  buttons: ReactNode
  children: ReactNode
  onClose(): void
}

export function PlainDialog({ open, title, buttons, children, onClose }: PlainDialogProps) {
  const finalFocus = useOpener(open)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']} finalFocus={finalFocus}>
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          <div className={styles['scroll']}>{children}</div>
          <div className={styles['buttons']}>{buttons}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
