import type { Question, QueryPane, RunState } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLast } from '../../bind/use-last.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { Switch } from '../../elements/switch.js'
import { TypeToConfirmDialog } from '../../elements/type-to-confirm-dialog.js'

/** The warning before a run that may write. */
export function RunQuestion({ screen }: { screen: QueryPane }) {
  const question = useStore(screen.$question)
  const shown = useLast(question)
  const state = useStore(screen.$run)
  const [keptFor, setKeptFor] = useState<RunState | null>(null)
  const keeps = keptFor === state
  const offersReadOnly = shown?.offersReadOnly ?? false
  const runReadOnly = () => void screen.confirmReadOnly(keeps)
  const dialog = {
    open: question !== null,
    title: sqlText.confirmTitle,
    confirmLabel: sqlText.run,
    onCancel: screen.dismiss,
    onConfirm: () => void screen.confirm(),
    children: shown && (
      <>
        <About question={shown} />
        {shown.canKeep && (
          <Switch
            label={sqlText.keepUnasked}
            hint={sqlText.keepUnaskedHint}
            isOn={keeps}
            onChange={(isOn) => setKeptFor(isOn ? state : null)}
          />
        )}
      </>
    ),
  }
  if (shown !== null && shown.nameToType !== null)
    return <TypeToConfirmDialog {...dialog} name={shown.nameToType} busyLabel={sqlText.running} />
  return (
    <ConfirmDialog
      {...dialog}
      cancelLabel={sqlText.cancel}
      kind={shown?.isDangerous ? 'danger' : 'primary'}
      first={offersReadOnly ? { label: sqlText.runReadOnly, onChoose: runReadOnly } : undefined}
      hasKey
    />
  )
}

function About({ question }: { question: Question }) {
  return (
    <>
      <strong>
        {question.warning} {question.question}
      </strong>
      <p>{question.care}</p>
      {question.role !== undefined && <p>{question.role}</p>}
      <Findings tone="danger" findings={question.dangers} />
      <Findings tone="danger" findings={question.dropImpact} />
      <Findings tone="plain" findings={question.reasons} />
      {question.offersReadOnly && <p>{sqlText.runReadOnlyHint}</p>}
    </>
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
