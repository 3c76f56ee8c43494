/** What every side panel of changes shows while it opens, when it could not, and before it drops what was typed. */
import type { ChangePanel } from '@basedeck/core'
import { shellText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './change-side.module.css'

export function SideLoading() {
  return (
    <div className={styles['pad']}>
      <Skeleton label={shellText.loading} lines={8} />
    </div>
  )
}

export interface SideFailureProps {
  title: string
  message: string
  retry?: (() => void) | undefined
}

export function SideFailure({ title, message, retry }: SideFailureProps) {
  return (
    <div className={styles['pad']}>
      {retry ? (
        <LoadFailure title={title} message={message} onRetry={retry} />
      ) : (
        <p role="alert">{message}</p>
      )}
    </div>
  )
}

export interface DiscardQuestionProps {
  panel: Pick<ChangePanel<object>, '$asksToDiscard' | 'stay' | 'discard'>
}

export function DiscardQuestion({ panel }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={useStore(panel.$asksToDiscard)}
      title={structureText.discardTitle}
      kind="danger"
      cancelLabel={structureText.keepEditing}
      confirmLabel={structureText.discard}
      onCancel={panel.stay}
      onConfirm={panel.discard}
    >
      {structureText.discardBody}
    </ConfirmDialog>
  )
}
