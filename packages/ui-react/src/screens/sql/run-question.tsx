import { sqlText, type Question, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'

/** The warning before a run that may write. */
export function RunQuestion({ screen }: { screen: SqlEditorScreen }) {
  const question = useStore(screen.$question)
  // The words stay while the dialog fades.
  const shown = useRef<Question | null>(null)
  if (question) shown.current = question
  return (
    <ConfirmDialog
      open={question !== null}
      title={sqlText.confirmTitle}
      cancelLabel={sqlText.cancel}
      confirmLabel={sqlText.run}
      onCancel={screen.dismiss}
      onConfirm={() => void screen.confirm()}
    >
      <strong>
        {shown.current?.warning} {shown.current?.question}
      </strong>
      <p>{shown.current?.care}</p>
      {shown.current && shown.current.dangers.length > 0 && (
        <ul>
          {shown.current.dangers.map((danger, index) => (
            <li key={index}>{danger}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
