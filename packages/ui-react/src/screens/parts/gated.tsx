/** The content of a page that needs the project's database, or – instead of it or above it – why the database is unavailable and what to do. */
import type { GateView, ProjectGate } from '@basedeck/core'
import { gateText, projectText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import { ControlButton } from '../../elements/control-button.js'
import { Badge } from '../../elements/badge.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './gated.module.css'

export function Gated({ gate, children }: { gate: ProjectGate; children: ReactNode }) {
  const state = useStore(gate.$gate)
  if (!gate.hidesPage) {
    return (
      <>
        <GateNotice gate={gate} />
        {children}
      </>
    )
  }
  if (state.status === 'open') return children
  if (state.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (state.status === 'failed') {
    return <LoadFailure message={state.message} onRetry={state.retry} />
  }
  return <Closed gate={gate} state={state} body={state.body} />
}

/** Above a page that needs no database: the same sentence while the database is unavailable. */
function GateNotice({ gate }: { gate: ProjectGate }) {
  const state = useStore(gate.$gate)
  return state.status === 'closed' && <Closed gate={gate} state={state} body={state.notice} />
}

/** The same as a bar from edge to edge, between two parts without margins. */
export function GateBar({ gate }: { gate: ProjectGate }) {
  const state = useStore(gate.$gate)
  return state.status === 'closed' && <ClosedBar gate={gate} state={state} body={state.body} />
}

interface ClosedProps {
  gate: ProjectGate
  state: GateView & { status: 'closed' }
  body: string
}

function Closed({ gate, state, body }: ClosedProps) {
  const problem = useStore(gate.$resumeProblem)
  return (
    <Section
      title={
        <span className={styles['title']}>
          {state.title}
          <Badge tone={state.badge.tone}>{state.badge.label}</Badge>
        </span>
      }
      description={body}
      actions={<NextSteps gate={gate} state={state} />}
    >
      {problem === null ? undefined : <ErrorAlert title={problem} />}
    </Section>
  )
}

function ClosedBar({ gate, state, body }: ClosedProps) {
  const id = useId()
  const problem = useStore(gate.$resumeProblem)
  return (
    <section aria-labelledby={id} className={styles['bar']}>
      <div className={styles['words']}>
        <header className={styles['title']}>
          <h2 id={id}>{state.title}</h2>
          <Badge tone={state.badge.tone}>{state.badge.label}</Badge>
        </header>
        <p>{body}</p>
      </div>
      <div className={styles['steps']}>
        <NextSteps gate={gate} state={state} />
      </div>
      {problem !== null && <ErrorAlert title={problem} />}
    </section>
  )
}

function NextSteps({ gate, state }: Omit<ClosedProps, 'body'>) {
  const mayResume = useStore(gate.$mayResume)
  const isResuming = useStore(gate.$isResuming)
  return (
    <>
      <TextLink href={state.homeHref}>{gateText.toOverview}</TextLink>
      {state.resumeLabel !== undefined && (
        <ControlButton
          kind="primary"
          controlState={mayResume}
          aria-disabled={isResuming}
          onClick={gate.resume}
        >
          {isResuming ? projectText.resuming : state.resumeLabel}
        </ControlButton>
      )}
    </>
  )
}
