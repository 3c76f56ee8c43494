/**
 * A question that stops everything else until it is answered. Escape and Cancel say no. Cancel has the focus at first: an
 * Enter still held from the key that asked would otherwise say yes.
 */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import { Button } from './button.js'
import styles from './confirm-dialog.module.css'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  cancelLabel: string
  confirmLabel: string
  onCancel(): void
  onConfirm(): void
}

export function ConfirmDialog({
  open,
  title,
  children,
  cancelLabel,
  confirmLabel,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup className={styles['popup']} role="dialog" initialFocus={cancel}>
          <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles['body']} render={<div />}>
            {children}
          </AlertDialog.Description>
          <div className={styles['buttons']}>
            <Button ref={cancel} onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button kind="primary" onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
