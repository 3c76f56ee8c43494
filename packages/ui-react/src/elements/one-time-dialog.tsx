/** A dialog with something that is shown only once, so only its own button closes it. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './confirm-dialog.module.css'

export interface OneTimeDialogProps {
  open: boolean
  title: string
  /** At its end: the closing button, after others. */
  buttons: ReactNode
  children: ReactNode
}

export function OneTimeDialog({ open, title, buttons, children }: OneTimeDialogProps) {
  return (
    // Escape does nothing, and the focus stays.
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(_, details) => details.cancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']} finalFocus={pageContent}>
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          <Dialog.Description className={styles['body']} render={<div />}>
            {children}
          </Dialog.Description>
          <div className={styles['buttons']}>{buttons}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The form that led to it is gone: the focus goes to the page, so that Tab continues there. */
function pageContent(): HTMLElement | true {
  return document.getElementById('content') ?? true
}
