/** One section of auth settings: its fields by their kinds, and what is stored of its secrets. */
import type { AuthFormField, AuthSection, ControlState } from '@basedeck/core'
import { authSettingsText as text, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'

export interface AuthSectionFormProps {
  section: AuthSection
  mayChange: ControlState
  /** More buttons of the form. */
  buttons?: React.ReactNode
}

export function AuthSectionForm({ section, mayChange, buttons }: AuthSectionFormProps) {
  const { form } = section.edit
  const isChanged = useStore(form.$isChanged)
  return (
    <Section title={section.title} description={section.body} isFlush>
      <Form
        form={form}
        label={section.title}
        submitLabel={text.save}
        sendingLabel={text.saving}
        isEdit
        note={mayChange.hint}
        buttons={
          <>
            {buttons}
            {isChanged && <Button onClick={form.reset}>{formText.cancel}</Button>}
          </>
        }
      >
        {section.fields.map((field) => (
          <Field key={field.name} section={section} field={field} isDisabled={mayChange.disabled} />
        ))}
        <ConflictChoice
          edit={section.edit}
          labels={section.labels}
          valueLabel={(value) => (typeof value === 'boolean' ? text.onOff(value) : undefined)}
        />
      </Form>
    </Section>
  )
}

interface FieldProps {
  section: AuthSection
  field: AuthFormField
  isDisabled: boolean
}

function Field({ section, field, isDisabled }: FieldProps) {
  const isStored = useStore(section.$secretsSet).includes(field.name)
  const shared = {
    form: section.edit.form,
    label: field.label,
    hint: field.kind === 'secret' && isStored ? text.secretSet : field.hint,
    disabled: isDisabled,
  }
  if (field.kind === 'switch') return <SwitchField {...shared} name={field.name} />
  const { name } = field
  switch (field.kind) {
    case 'choice':
      return <SelectField {...shared} name={name} choices={field.choices} />
    case 'lines':
      return <TextField {...shared} name={name} rows={4} isCode />
    case 'template':
      return <TextField {...shared} name={name} rows={14} isCode />
    case 'whole':
      return <TextField {...shared} name={name} inputMode="numeric" />
    case 'secret':
      return (
        <>
          <TextField {...shared} name={name} type="password" autoComplete="new-password" />
          {isStored && (
            <div>
              <Button disabled={isDisabled} onClick={() => void section.removeSecret(field.name)}>
                {text.secretRemove(field.label)}
              </Button>
            </div>
          )}
        </>
      )
    case 'text':
      return <TextField {...shared} name={name} />
  }
}
