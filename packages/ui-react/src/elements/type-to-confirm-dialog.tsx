/** Confirms a destructive action: the user types the name, so that a slip can't start it. */
import { Dialog } from '@base-ui/react/dialog'
import { formText } from '@basedeck/core/text'
import { useId, useState, type ReactNode } from 'react'
import { onQuestionKey } from '../bind/question-key.js'
import { Button } from './button.js'
import styles from './confirm-dialog.module.css'
import fieldStyles from './field.module.css'
import { classNames } from './class-names.js'

export interface TypeToConfirmDialogProps {
  open: boolean
  title: string
  /** What is typed. */
  name: string
  /** The name of what is deleted. */
  children: ReactNode
  confirmLabel: string
  busyLabel: string
  isBusy?: boolean
  /** The error of the last attempt; the dialog stays open and keeps what was typed. */
  problem?: string | undefined
  onCancel(): void
  onConfirm(typed: string): void
}

export function TypeToConfirmDialog(props: TypeToConfirmDialogProps) {
  return (
    <Dialog.Root open={props.open} disablePointerDismissal onOpenChange={(next) => !next && props.onCancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['popup']}>
          <Dialog.Title className={styles['title']}>{props.title}</Dialog.Title>
          <Question {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Mounted only while the dialog is open, so that the next one begins empty. */
function Question({
  name,
  children,
  confirmLabel,
  busyLabel,
  isBusy = false,
  problem,
  onCancel,
  onConfirm,
}: TypeToConfirmDialogProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  const confirm = () => {
    if (isRight && !isBusy) onConfirm(typed.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        confirm()
      }}
    >
      <Dialog.Description className={styles['body']} render={<div />}>
        {children}
        <div className={fieldStyles['field']}>
          <label htmlFor={id} className={fieldStyles['label']}>
            <span>
              {formText.typeToConfirm.before} <bdi className={styles['name']}>{name}</bdi>{' '}
              {formText.typeToConfirm.after}
            </span>
          </label>
          <input
            id={id}
            className={classNames(fieldStyles['input'], fieldStyles['code'])}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onQuestionKey(confirm)}
          />
        </div>
        {problem !== undefined && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </Dialog.Description>
      <div className={styles['buttons']}>
        <Button onClick={onCancel}>{formText.cancel}</Button>
        <Button type="submit" kind="danger" disabled={!isRight} aria-disabled={isBusy}>
          {isBusy ? busyLabel : confirmLabel}
        </Button>
      </div>
    </form>
  )
}
