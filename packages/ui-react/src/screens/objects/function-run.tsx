/** A function that runs: its arguments, the role, and what it gave. */
import type { FunctionRun, FunctionRunState, GivenArgument } from '@basedeck/core'
import { objectsText as text, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Select } from '../../elements/select.js'
import { Switch } from '../../elements/switch.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import structureStyles from '../structure/structure.module.css'
import styles from './objects.module.css'

export function FunctionRunPanel({ run }: { run: FunctionRun }) {
  const given = useStore(run.$arguments)
  const mayKeep = useStore(run.$mayKeep)
  const state = useStore(run.$state)
  const isRunning = state.status === 'running'
  const roles = useStore(run.$roles)
  return (
    <form
      aria-label={run.title}
      onSubmit={(event) => {
        event.preventDefault()
        void run.run()
      }}
    >
      <div className={styles['run']}>
        <section className={styles['rows']} aria-label={text.runArguments}>
          <h3 className={fieldStyles['label']}>{text.runArguments}</h3>
          {given.length === 0 && <p className={styles['quiet']}>{text.runNoArguments}</p>}
          {given.map((argument, index) => (
            <Argument key={index} run={run} argument={argument} index={index} />
          ))}
        </section>
        <div className={styles['role']}>
          <span aria-hidden>{text.runRole}</span>
          <Select
            label={text.runRole}
            value={useStore(run.$role)}
            choices={[
              { value: '', label: text.runOwner },
              ...roles.map((name) => ({ value: name, label: name })),
            ]}
            onChoose={run.chooseRole}
          />
        </div>
        <Switch
          label={text.runKeeps}
          isOn={useStore(run.$keeps)}
          disabled={mayKeep.disabled}
          hint={mayKeep.hint ?? text.runKeepsHint}
          onChange={run.keep}
        />
        <WideScroller aria-label={structureText.sql} className={structureStyles['code']}>
          <pre>
            <SqlText>{useStore(run.$sql)}</SqlText>
          </pre>
        </WideScroller>
        <span className={styles['below']}>
          <Button kind="primary" type="submit" aria-disabled={isRunning}>
            {isRunning ? text.running : text.run}
          </Button>
          {isRunning && <Button onClick={run.cancel}>{text.cancelRun}</Button>}
        </span>
        <Outcome state={state} />
      </div>
    </form>
  )
}

function Argument({ run, argument, index }: { run: FunctionRun; argument: GivenArgument; index: number }) {
  const name = argument.name === '' ? text.argument(index + 1) : argument.name
  const ways = (['value', 'null', 'default'] as const).filter(
    (way) => way !== 'default' || argument.hasDefault,
  )
  return (
    <fieldset className={styles['argument']}>
      <legend>
        <bdi>{name}</bdi> <code className={styles['quiet']}>{argument.type}</code>
      </legend>
      <Select
        label={text.runHowLabel(name)}
        value={argument.how}
        choices={ways.map((way) => ({ value: way, label: text.runHow[way] }))}
        onChoose={(how) => run.give(index, { how: how as GivenArgument['how'] })}
      />
      <input
        className={fieldStyles['input']}
        aria-label={name}
        autoComplete="off"
        spellCheck={false}
        disabled={argument.how !== 'value'}
        value={argument.value}
        onChange={(event) => run.give(index, { value: event.target.value })}
      />
    </fieldset>
  )
}

function Outcome({ state }: { state: FunctionRunState }) {
  if (state.status === 'failed')
    return (
      <div role="alert" className={styles['error']}>
        <pre>{state.message}</pre>
      </div>
    )
  if (state.status !== 'done') return null
  const { columns, rows } = state.outcome
  return (
    <section aria-label={text.runResult} className={styles['rows']}>
      <p role="status">
        {state.summary}. {state.note}
      </p>
      {columns.length > 0 && (
        <WideScroller aria-label={text.runResult} className={styles['result']}>
          <table>
            <thead>
              <tr>
                {columns.map((name, index) => (
                  <th key={index} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td key={index}>{cell ?? <span className={styles['quiet']}>NULL</span>}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </WideScroller>
      )}
    </section>
  )
}
