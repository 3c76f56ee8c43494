/** The tester of policies: what is tested, and what came of it. */
import type { PoliciesScreen, PolicyTester as Tester, StatementRun, TestedOperation } from '@basedeck/core'
import { policiesText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import fieldStyles from '../../elements/field.module.css'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Switch } from '../../elements/switch.js'
import { ImpersonationDialog, RoleButton } from '../parts/impersonation-dialog.js'
import styles from './policies.module.css'
import { TestedRows } from './tested-rows.js'

const text = policiesText.tester
const OPERATIONS = (['select', 'insert', 'update', 'delete', 'statement'] as const).map((value) => ({
  value,
  label: text.operations[value],
}))
/** As many rows as one test looks at. */
const ROWS_MAX = 50

export function PolicyTester({ screen }: { screen: PoliciesScreen }) {
  const { tester } = screen
  return (
    <>
      <Question screen={screen} />
      <Answer tester={tester} />
      <ImpersonationDialog picker={tester.role} />
    </>
  )
}

function Question({ screen }: { screen: PoliciesScreen }) {
  const { tester } = screen
  const { table, operation, where, values, returns, statement } = useStore(tester.$values)
  const tables = useStore(screen.$tableNames)
  const isStatement = operation === 'statement'
  const takesValues = operation === 'insert' || operation === 'update'
  return (
    <Section title={policiesText.views.test} description={text.lead}>
      <form
        className={styles['question']}
        aria-label={policiesText.views.test}
        onSubmit={(event) => {
          event.preventDefault()
          void tester.run()
        }}
      >
        <div className={styles['choosing']}>
          <RoleButton picker={tester.role} />
          <Select
            label={text.operation}
            value={operation}
            choices={OPERATIONS}
            onChoose={(value) => tester.set('operation', value as TestedOperation)}
          />
          {!isStatement && (
            <Select
              label={text.table}
              value={table}
              choices={[
                { value: '', label: text.noTable },
                ...tables.map((name) => ({ value: name, label: name })),
              ]}
              onChoose={(value) => tester.set('table', value)}
            />
          )}
        </div>
        {isStatement && (
          <Area
            label={text.statement}
            hint={text.statementHint}
            value={statement}
            onChange={(value) => tester.set('statement', value)}
          />
        )}
        {!isStatement && operation !== 'insert' && (
          <Area
            label={text.where}
            hint={text.whereHint(ROWS_MAX)}
            value={where}
            rows={1}
            onChange={(value) => tester.set('where', value)}
          />
        )}
        {takesValues && (
          <Area
            label={text.values}
            hint={operation === 'insert' ? text.insertHint : text.updateHint}
            value={values}
            onChange={(value) => tester.set('values', value)}
          />
        )}
        {operation === 'insert' && (
          <Switch
            label={text.returns}
            hint={text.returnsHint}
            isOn={returns}
            onChange={(value) => tester.set('returns', value)}
          />
        )}
        <Run tester={tester} />
      </form>
    </Section>
  )
}

function Run({ tester }: { tester: Tester }) {
  const may = useStore(tester.$may)
  const problem = useStore(tester.$problem)
  const isRunning = useStore(tester.$view).status === 'running'
  const state = may.disabled ? may : problem === null ? may : { disabled: true, hint: problem }
  return (
    <div className={styles['choosing']}>
      <ControlButton kind="primary" type="submit" controlState={state} aria-disabled={isRunning} isExplained>
        {isRunning ? text.running : text.run}
      </ControlButton>
      {isRunning && <Button onClick={tester.stop}>{text.stop}</Button>}
    </div>
  )
}

interface AreaProps {
  label: string
  hint: ReactNode
  value: string
  rows?: number
  onChange(value: string): void
}

/** A text in code: SQL or JSON. */
function Area({ label, hint, value, rows = 3, onChange }: AreaProps) {
  const id = useId()
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <textarea
        id={id}
        className={classNames(fieldStyles['input'], fieldStyles['code'])}
        rows={rows}
        value={value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={fieldStyles['hint']}>
        {hint}
      </p>
    </div>
  )
}

function Answer({ tester }: { tester: Tester }) {
  const view = useStore(tester.$view)
  switch (view.status) {
    case 'idle':
      return <EmptyState title={text.idle} body={text.idleBody} />
    case 'running':
      return <Skeleton label={shellText.loading} lines={6} />
    case 'failed':
      return <ErrorAlert title={view.title} detail={view.message.split('\n')} />
    case 'rows':
      return <TestedRows test={view.test} />
    case 'statement':
      return <StatementRows run={view.run} />
  }
}

function StatementRows({ run: { columns, rows, count } }: { run: StatementRun }) {
  const shown = rows.map((row, at) => ({ key: String(at), row }))
  return (
    <Section title={text.operations.statement} description={text.statementDone(count)} isFlush>
      {columns.length > 0 && (
        <DataList
          label={text.operations.statement}
          state={{ status: 'ready', data: shown }}
          keyOf={({ key }) => key}
          columns={columns.map((name, at) => ({
            key: String(at),
            label: name,
            cell: ({ row }: { key: string; row: readonly (string | null)[] }) => row[at] ?? 'NULL',
          }))}
          empty={{ title: text.statementDone(0) }}
        />
      )}
    </Section>
  )
}
