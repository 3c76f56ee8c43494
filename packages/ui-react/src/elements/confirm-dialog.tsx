/**
 * A question that stops everything else until it is answered. Escape and Cancel say no. Cancel has the focus at first: an
 * Enter still held from the key that asked would otherwise say yes.
 */
import { Dialog } from '@base-ui/react/dialog'
import { useRef, type ReactNode } from 'react'
import { modKey } from '../bind/platform-keys.js'
import { onQuestionKey } from '../bind/question-key.js'
import { Button } from './button.js'
import styles from './confirm-dialog.module.css'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  cancelLabel: string
  confirmLabel: string
  /** `danger` for what can't be undone. */
  kind?: 'primary' | 'danger'
  /** The error of the last attempt; the question stays open. */
  problem?: string | undefined
  /** The action is running; the question can't be answered again. */
  isBusy?: boolean
  /** The answer is not complete yet; the text of the question says what is missing. */
  isBlocked?: boolean
  onCancel(): void
  onConfirm(): void
  /** An answer that stands in front of the others, and is the usual one. */
  first?: { label: string; onChoose(): void } | undefined
  /** Mod+Enter gives the first answer that is not Cancel. */
  hasKey?: boolean
}

export function ConfirmDialog({
  open,
  title,
  children,
  cancelLabel,
  confirmLabel,
  kind = 'primary',
  problem,
  isBusy = false,
  isBlocked = false,
  onCancel,
  onConfirm,
  first,
  hasKey = false,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = () => {
    if (!isBusy && !isBlocked) onConfirm()
  }
  const press = onQuestionKey(() => open && (first?.onChoose ?? confirm)())
  return (
    <Dialog.Root open={open} disablePointerDismissal onOpenChange={(next) => !next && onCancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup
          className={styles['popup']}
          initialFocus={cancel}
          onKeyDown={hasKey ? press : undefined}
        >
          <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
          <Dialog.Description className={styles['body']} render={<div />}>
            {children}
            {problem !== undefined && (
              <p role="alert" className={styles['problem']}>
                {problem}
              </p>
            )}
          </Dialog.Description>
          <div className={styles['buttons']}>
            {first && (
              <Button
                kind="primary"
                className={styles['first']}
                shortcut={hasKey ? modKey('↵') : undefined}
                onClick={first.onChoose}
              >
                {first.label}
              </Button>
            )}
            <Button ref={cancel} onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button
              kind={first && kind === 'primary' ? 'default' : kind}
              shortcut={hasKey && !first ? modKey('↵') : undefined}
              aria-disabled={isBusy || isBlocked}
              onClick={confirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
