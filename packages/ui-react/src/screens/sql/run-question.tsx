import { sqlText, type QueryPane } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'

/** The warning before a run that may write. */
export function RunQuestion({ screen }: { screen: QueryPane }) {
  const question = useStore(screen.$question)
  const shown = useLast(question)
  return (
    <ConfirmDialog
      open={question !== null}
      title={sqlText.confirmTitle}
      cancelLabel={sqlText.cancel}
      confirmLabel={sqlText.run}
      kind={shown?.isDangerous ? 'danger' : 'primary'}
      onCancel={screen.dismiss}
      onConfirm={() => void screen.confirm()}
    >
      <strong>
        {shown?.warning} {shown?.question}
      </strong>
      <p>{shown?.care}</p>
      {shown?.role !== undefined && <p>{shown.role}</p>}
      <Findings tone="danger" findings={shown?.dangers ?? []} />
      <Findings tone="plain" findings={shown?.reasons ?? []} />
    </ConfirmDialog>
  )
}

function Findings({ tone, findings }: { tone: 'danger' | 'plain'; findings: readonly string[] }) {
  if (findings.length === 0) return null
  return (
    <ul data-tone={tone}>
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  )
}
