import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'

/** The warning before a run that may write. */
export function RunQuestion({ screen }: { screen: SqlEditorScreen }) {
  const question = useStore(screen.$question)
  const shown = useLast(question)
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
        {shown?.warning} {shown?.question}
      </strong>
      <p>{shown?.care}</p>
      {shown && shown.dangers.length > 0 && (
        <ul>
          {shown.dangers.map((danger, index) => (
            <li key={index}>{danger}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
