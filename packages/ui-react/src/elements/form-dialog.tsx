/** A dialog with a form. Cancel discards the typed values, Escape keeps them. */
import { Dialog } from '@base-ui/react/dialog'
import { formText } from '@basedeck/core/text'
import type { ReactNode } from 'react'
import { useOpener } from '../bind/use-opener.js'
import { Button } from './button.js'
import styles from './confirm-dialog.module.css'
import { Form, type FormProps } from './form.js'

export interface FormDialogProps<Values extends object> extends FormProps<Values> {
  open: boolean
  title: string
  /** An explanation above the fields. */
  remark?: ReactNode
  /** Escape discards too: the form holds a password or a code. */
  isSecret?: boolean
  onClose(): void
}

export function FormDialog<Values extends object>({
  open,
  title,
  remark,
  isSecret = false,
  onClose,
  ...rest
}: FormDialogProps<Values>) {
  const finalFocus = useOpener(open)
  const cancel = () => {
    rest.form.reset()
    onClose()
  }
  const leave = () => {
    if (isSecret) return cancel()
    rest.form.leave()
    onClose()
  }
  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && leave()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']} finalFocus={finalFocus}>
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          <div className={styles['scroll']}>
            {remark !== undefined && (
              <Dialog.Description className={styles['remark']} render={<div />}>
                {remark}
              </Dialog.Description>
            )}
            <Form {...rest} buttons={<Button onClick={cancel}>{formText.cancel}</Button>} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
