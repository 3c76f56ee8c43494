/** What a page shows that needs the project's database: itself, or why the database can't be asked and what to do. */
import { gateText, projectText, shellText, type GateView, type ProjectGate } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { AffordanceButton } from '../../elements/affordance-button.js'
import { Badge } from '../../elements/badge.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'

export function Gated({ gate, children }: { gate: ProjectGate; children: ReactNode }) {
  const state = useStore(gate.$gate)
  if (state.status === 'open') return children
  if (state.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (state.status === 'failed') {
    return <LoadFailure message={state.message} onRetry={state.retry} />
  }
  return <Closed gate={gate} state={state} body={state.body} />
}

/** Above a page that needs no database: the same sentence, while there is none. */
export function GateNotice({ gate }: { gate: ProjectGate }) {
  const state = useStore(gate.$gate)
  return state.status === 'closed' && <Closed gate={gate} state={state} body={state.notice} />
}

interface ClosedProps {
  gate: ProjectGate
  state: GateView & { status: 'closed' }
  body: string
}

function Closed({ gate, state, body }: ClosedProps) {
  const mayResume = useStore(gate.$mayResume)
  const isResuming = useStore(gate.$isResuming)
  const problem = useStore(gate.$resumeProblem)
  return (
    <Section
      title={state.title}
      description={body}
      actions={<Badge tone={state.badge.tone}>{state.badge.label}</Badge>}
      footer={
        <>
          <TextLink href={state.homeHref}>{gateText.toOverview}</TextLink>
          {state.resumeLabel !== undefined && (
            <AffordanceButton
              kind="primary"
              affordance={mayResume}
              aria-disabled={isResuming}
              onClick={gate.resume}
            >
              {isResuming ? projectText.resuming : state.resumeLabel}
            </AffordanceButton>
          )}
        </>
      }
    >
      {problem === null ? undefined : <ErrorAlert title={problem} />}
    </Section>
  )
}
