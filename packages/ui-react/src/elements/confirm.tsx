/** A question of a screen as a dialog: its content stays readable while it fades out. */
import type { Confirmation } from '@basedeck/core'
import { formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useLast } from '../bind/use-last.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { TypeToConfirmDialog } from './type-to-confirm-dialog.js'

export interface ConfirmProps<Subject> {
  question: Confirmation<Subject>
  title(subject: Subject): string
  confirmLabel: string
  /** Default: danger. */
  kind?: 'primary' | 'danger'
  children: ReactNode
}

export function Confirm<Subject>({
  question,
  title,
  confirmLabel,
  kind = 'danger',
  children,
}: ConfirmProps<Subject>) {
  const state = useStore(question.$state)
  const last = useLast(state.status === 'open' ? state : null)
  return (
    <ConfirmDialog
      open={state.status === 'open'}
      title={last ? title(last.subject) : ''}
      kind={kind}
      cancelLabel={formText.cancel}
      confirmLabel={confirmLabel}
      isBusy={last?.isBusy ?? false}
      problem={last?.problem}
      onCancel={question.cancel}
      onConfirm={() => void question.confirm()}
    >
      {children}
    </ConfirmDialog>
  )
}

export interface ConfirmByNameProps<Subject extends { name: string }> {
  question: Confirmation<Subject, string>
  title(name: string): string
  confirmLabel: string
  busyLabel: string
  children: ReactNode
}

/** The same, where the user types the name. */
export function ConfirmByName<Subject extends { name: string }>(props: ConfirmByNameProps<Subject>) {
  const { question, title, confirmLabel, busyLabel, children } = props
  const state = useStore(question.$state)
  const last = useLast(state.status === 'open' ? state : null)
  const name = last?.subject.name ?? ''
  return (
    <TypeToConfirmDialog
      open={state.status === 'open'}
      title={title(name)}
      name={name}
      confirmLabel={confirmLabel}
      busyLabel={busyLabel}
      isBusy={last?.isBusy ?? false}
      problem={last?.problem}
      onCancel={question.cancel}
      onConfirm={(typed) => void question.confirm(typed)}
    >
      {children}
    </TypeToConfirmDialog>
  )
}
