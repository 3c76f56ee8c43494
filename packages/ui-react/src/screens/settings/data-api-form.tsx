/** The form of the data API’s settings. */
import { type DataApiScreen, type DataApiValues } from '@basedeck/core'
import { dataApiText as text, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { SchemaList } from './schema-list.js'

const BEFORE = ['max_rows', 'pool_size'] as const
const LIMITS = [
  'anon_timeout_ms',
  'authenticated_timeout_ms',
  'service_timeout_ms',
  'max_body_bytes',
  'max_url_bytes',
  'max_embed_depth',
  'waiting_per_connection',
  'anon_requests_per_minute',
] as const

export function DataApiForm({ screen }: { screen: DataApiScreen }) {
  const { disabled, hint } = useStore(screen.$mayChange)
  const { form } = screen.edit
  const isChanged = useStore(form.$isChanged)
  const number = (name: Exclude<keyof DataApiValues, 'aggregates_enabled'>) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={text.labels[name]}
      hint={text.hints[name]}
      inputMode="decimal"
      disabled={disabled}
    />
  )
  return (
    <Section title={text.form} description={text.formBody} isFlush>
      <Form
        form={form}
        label={text.form}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        note={hint}
        buttons={isChanged && <Button onClick={form.reset}>{formText.cancel}</Button>}
      >
        <SchemaList choice={screen.exposed} form={form} disabled={disabled} marksFirst />
        <SchemaList choice={screen.searchPath} form={form} disabled={disabled} />
        {BEFORE.map(number)}
        <TextField
          form={form}
          name="pre_request"
          label={text.labels.pre_request}
          hint={text.hints.pre_request}
          isCode
          isOptional
          disabled={disabled}
        />
        <SwitchField
          form={form}
          name="aggregates_enabled"
          label={text.labels.aggregates_enabled}
          hint={text.hints.aggregates_enabled}
          disabled={disabled}
        />
        {LIMITS.map(number)}
        <ConflictChoice
          edit={screen.edit}
          labels={text.labels}
          valueLabel={(value) => (typeof value === 'boolean' ? text.onOff(value) : screen.listed(value))}
        />
      </Form>
    </Section>
  )
}
