/** The settings of realtime, for all channels of the project. */
import type { RealtimeSettingsPart } from '@basedeck/core'
import { realtimeText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './inspector.module.css'

const text = realtimeText.settings
const LIMITS = [
  'connections',
  'channels_per_client',
  'joins_per_second',
  'messages_per_second',
  'presence_events_per_second',
  'payload_kb',
] as const
const LABELS = { enabled: text.enabled, private_only: text.privateOnly, ...text.limits }

export function RealtimeSettings({ settings }: { settings: RealtimeSettingsPart }) {
  const { form } = settings.edit
  const { disabled, hint } = useStore(settings.$mayChange)
  const isChanged = useStore(form.$isChanged)
  return (
    <Section title={text.title} description={text.body} isFlush>
      <Form
        form={form}
        label={text.title}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        note={hint}
        buttons={isChanged && <Button onClick={form.reset}>{text.undo}</Button>}
      >
        <SwitchField
          form={form}
          name="enabled"
          label={text.enabled}
          hint={text.enabledHint}
          disabled={disabled}
        />
        <SwitchField
          form={form}
          name="private_only"
          label={text.privateOnly}
          hint={text.privateOnlyHint}
          disabled={disabled}
        />
        <div className={styles['limits']}>
          {LIMITS.map((name) => (
            <TextField
              key={name}
              form={form}
              name={name}
              label={text.limits[name]}
              inputMode="numeric"
              disabled={disabled}
            />
          ))}
        </div>
        <ConflictChoice
          edit={settings.edit}
          labels={LABELS}
          valueLabel={(value) => (typeof value === 'boolean' ? text.onOff(value) : undefined)}
        />
      </Form>
    </Section>
  )
}
