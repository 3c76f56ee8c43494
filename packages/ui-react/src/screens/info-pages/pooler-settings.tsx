/** The project's own pooler: whether it runs, and the form of its settings. */
import type { PoolerSettings as Pooler } from '@basedeck/core'
import { poolerText, projectText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { CopyButton } from '../../elements/copy-button.js'
import { FactList } from '../../elements/fact-list.js'
import { Form } from '../../elements/form.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './info-page.module.css'
import { PartSkeleton } from './part-skeleton.js'

const text = poolerText

export interface PoolerSettingsProps {
  pooler: Pooler
  copy(text: string): Promise<boolean>
}

export function PoolerSettings({ pooler, copy }: PoolerSettingsProps) {
  const state = useStore(pooler.$state)
  switch (state.status) {
    case 'loading':
      return <PartSkeleton />
    case 'failed':
      return <LoadFailure message={state.message} onRetry={state.retry} />
    case 'none':
      return <p className={styles['pad']}>{state.reason}</p>
    default:
      return (
        <>
          <div className={styles['facts']}>
            <FactList
              facts={[
                {
                  key: 'own',
                  label: text.own,
                  value: <Badge tone={state.isRunning ? 'good' : 'quiet'}>{state.running}</Badge>,
                },
                ...(state.problem === undefined
                  ? []
                  : [{ key: 'problem', label: text.reason, value: state.problem }]),
                {
                  key: 'port',
                  label: text.port,
                  value: (
                    <>
                      <code>{state.port}</code>
                      <CopyButton label={projectText.copy(text.port)} onCopy={() => copy(state.port)} />
                    </>
                  ),
                },
              ]}
            />
          </div>
          <Settings pooler={pooler} />
        </>
      )
  }
}

function Settings({ pooler }: { pooler: Pooler }) {
  const { disabled, hint } = useStore(pooler.$mayChange)
  const { form } = pooler.edit
  return (
    <Form form={form} label={text.form} submitLabel={text.save} sendingLabel={text.saving} isEdit note={hint}>
      <SelectField
        form={form}
        name="pool_mode"
        label={text.mode}
        hint={text.modeHint}
        choices={pooler.modes}
        disabled={disabled}
      />
      <TextField
        form={form}
        name="default_pool_size"
        label={text.size}
        hint={text.sizeHint}
        inputMode="numeric"
        disabled={disabled}
      />
      <TextField
        form={form}
        name="max_client_conn"
        label={text.clients}
        hint={text.clientsHint}
        inputMode="numeric"
        disabled={disabled}
      />
      <ConflictChoice
        edit={pooler.edit}
        labels={{ pool_mode: text.mode, default_pool_size: text.size, max_client_conn: text.clients }}
        valueLabel={(value) => pooler.modes.find((mode) => mode.value === value)?.label}
      />
    </Form>
  )
}
