/** A dialog with a form in it: what is asked before something is done. Cancel and Escape forget what was typed. */
import { Dialog } from '@base-ui/react/dialog'
import { formText } from '@basedeck/core'
import type { ReactNode } from 'react'
import { Button } from './button.js'
import styles from './confirm-dialog.module.css'
import { Form, type FormProps } from './form.js'

export interface FormDialogProps<Values extends object> extends FormProps<Values> {
  open: boolean
  title: string
  /** What it is about, above the fields. */
  remark?: ReactNode
  onClose(): void
}

export function FormDialog<Values extends object>({
  open,
  title,
  remark,
  onClose,
  ...rest
}: FormDialogProps<Values>) {
  const close = () => {
    rest.form.reset()
    onClose()
  }
  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']}>
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          <div className={styles['scroll']}>
            {remark !== undefined && (
              <Dialog.Description className={styles['remark']} render={<div />}>
                {remark}
              </Dialog.Description>
            )}
            <Form {...rest} buttons={<Button onClick={close}>{formText.cancel}</Button>} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
