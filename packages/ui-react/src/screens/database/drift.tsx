/** The check for drift, and what it found. */
import type { DriftState, MigrationsScreen } from '@basedeck/core'
import { migrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Section } from '../../elements/section.js'
import { SqlList } from './sql-list.js'
import styles from './migrations.module.css'

type Found = Extract<DriftState, { status: 'done' }>['drift']

export function Drift({ screen }: { screen: MigrationsScreen }) {
  const { drift } = screen
  const state = useStore(drift.$state)
  const mayChange = useStore(screen.$mayChange)
  const isChecking = state.status === 'checking'
  return (
    <Section
      title={text.drift}
      description={text.driftLead}
      actions={
        isChecking ? (
          <Button onClick={drift.stop}>{text.driftStop}</Button>
        ) : (
          <ControlButton controlState={mayChange} onClick={() => void drift.check()}>
            {text.driftCheck}
          </ControlButton>
        )
      }
    >
      {state.status === 'idle' ? undefined : (
        <div className={styles['draft']} aria-busy={isChecking}>
          {isChecking && <p role="status">{text.driftChecking}</p>}
          {state.status === 'failed' && <ErrorAlert title={text.driftFailed} remarks={[state.message]} />}
          {state.status === 'done' && <Report screen={screen} drift={state.drift} />}
        </div>
      )}
    </Section>
  )
}

function Report({ screen, drift }: { screen: MigrationsScreen; drift: Found }) {
  const { changes, failed, replayed, not_compared: notCompared, left_out: leftOut } = drift
  if (failed)
    return (
      <ErrorAlert
        title={text.driftUnreplayed(`${failed.version} ${failed.name ?? ''}`.trim())}
        detail={failed.statement === '' ? [] : failed.statement.split('\n')}
        remarks={[failed.message]}
      />
    )
  return (
    <>
      <p role="status">
        {changes.length === 0 ? text.driftNone(replayed) : text.driftFound(changes.length, replayed)}
      </p>
      {changes.length > 0 && (
        <>
          <SqlList label={text.driftLists} items={changes.map(itemOf)} />
          <div className={styles['buttons']}>
            <Button kind="primary" onClick={screen.writeDrift}>
              {text.driftWrite}
            </Button>
          </div>
        </>
      )}
      {notCompared.length > 0 && (
        <Named
          title={text.notCompared}
          lead={text.notComparedLead}
          items={notCompared.map(({ kind, names }) => `${kind}: ${names.join(', ')}`)}
        />
      )}
      {leftOut.length > 0 && (
        <Named
          title={text.leftOut}
          lead={text.leftOutLead}
          items={leftOut.map(({ version, statement }) => `${version}: ${statement}`)}
        />
      )}
    </>
  )
}

function itemOf({ kind, schema, name, sql, lock, ...about }: Found['changes'][number]) {
  return {
    sql,
    title: `${kind} ${schema === null ? name : `${schema}.${name}`}`,
    notes: [
      ...(lock === null ? [] : [text.lock(lock)]),
      ...(about.rewrites ? [text.rewrites] : []),
      ...(about.loses_data ? [text.loses] : []),
      ...(about.is_alone ? [text.alone] : []),
    ],
  }
}

function Named({ title, lead, items }: { title: string; lead: string; items: readonly string[] }) {
  return (
    <section aria-label={title} className={styles['named']}>
      <h3>{title}</h3>
      <p className={styles['quiet']}>{lead}</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
