/** The parameters of a report: what its reader chooses, and the form of one while the report is edited. */
import type { OwnReportScreen, ShownReportParameter } from '@basedeck/core'
import { REPORT_PARAMETER_TYPES } from '@basedeck/core/rules'
import { ownReportsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { FormDialog } from '../../elements/form-dialog.js'
import { Select } from '../../elements/select.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './own-report.module.css'

const text = ownReportsText.parameter

export function ReportParameterBar({ screen }: { screen: OwnReportScreen }) {
  const parameters = useStore(screen.$parameters)
  const isEditing = useStore(screen.$isEditing)
  if (parameters.length === 0 && !isEditing) return null
  return (
    <form
      className={styles['parameters']}
      aria-label={ownReportsText.parameters}
      onSubmit={(event) => {
        event.preventDefault()
        screen.apply()
      }}
    >
      {parameters.map((parameter) => (
        <Parameter key={parameter.name} screen={screen} parameter={parameter} isEditing={isEditing} />
      ))}
      {parameters.length > 0 && <Button type="submit">{ownReportsText.run}</Button>}
      {isEditing && (
        <Button kind="ghost" onClick={() => screen.edit()}>
          {text.add}
        </Button>
      )}
      <ParameterDialog screen={screen} />
    </form>
  )
}

interface ParameterProps {
  screen: OwnReportScreen
  parameter: ShownReportParameter
  isEditing: boolean
}

function Parameter({ screen, parameter, isEditing }: ParameterProps) {
  const { name, type, chosen, choices, problem } = parameter
  const id = useId()
  return (
    <div className={styles['parameter']}>
      <label htmlFor={type === 'choice' ? undefined : id}>{name}</label>
      {type === 'choice' ? (
        <Select
          label={name}
          value={chosen ?? ''}
          choices={choices.map((value) => ({ value, label: value }))}
          onChoose={(value) => {
            screen.setValue(name, value)
            screen.apply()
          }}
        />
      ) : (
        <input
          id={id}
          className={fieldStyles['input']}
          value={chosen ?? ''}
          inputMode={type === 'number' ? 'decimal' : undefined}
          placeholder={chosen === null ? 'NULL' : undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => screen.setValue(name, event.target.value)}
        />
      )}
      {problem !== null && (
        <small id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </small>
      )}
      {isEditing && (
        <Button kind="ghost" onClick={() => screen.edit(name)}>
          {text.edit(name)}
        </Button>
      )}
    </div>
  )
}

function ParameterDialog({ screen }: { screen: OwnReportScreen }) {
  const edited = useStore(screen.$edited)
  const { form } = screen
  const { type } = useStore(form.$values)
  const isNew = !useStore(screen.$parameters).some(({ name }) => name === edited)
  return (
    <FormDialog
      open={edited !== null}
      title={isNew ? text.addTitle : text.editTitle}
      form={form}
      label={isNew ? text.addTitle : text.editTitle}
      submitLabel={text.save}
      sendingLabel={text.saving}
      onClose={screen.closeEdit}
    >
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} isCode takesFocus />
      <SelectField
        form={form}
        name="type"
        label={text.type}
        choices={REPORT_PARAMETER_TYPES.map((value) => ({ value, label: text.types[value] }))}
      />
      {type === 'choice' && (
        <TextField form={form} name="choices" label={text.choices} hint={text.choicesHint} rows={4} />
      )}
      <TextField form={form} name="value" label={text.value} hint={text.valueHint} />
      {edited !== null && !isNew && (
        <Button kind="ghost" onClick={() => screen.remove(edited)}>
          {text.remove}
        </Button>
      )}
    </FormDialog>
  )
}
