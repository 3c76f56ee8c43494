/** The form of an object, drawn from what its kind says of its fields. */
import type { ObjectPanel } from '@basedeck/core'
import type { ObjectField } from '@basedeck/core/sql'
import { objectsText, sqlHelpText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { Button } from '../../elements/button.js'
import { FieldNotes } from '../../elements/field.js'
import fieldStyles from '../../elements/field.module.css'
import { Form } from '../../elements/form.js'
import { TextField } from '../../elements/text-field.js'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import { ChangeSql } from '../structure/change-sql.js'
import { PathSelect, PathSwitch, PathText } from '../structure/path-field.js'
import structureStyles from '../structure/structure.module.css'
import { ObjectRows } from './object-rows.js'
import styles from './objects.module.css'
import { Suggested } from './suggested-field.js'

export function ObjectForm({ panel }: { panel: ObjectPanel }) {
  const fields = useStore(panel.$fields)
  return (
    <Form
      form={panel.form}
      submitLabel={panel.submitLabel}
      sendingLabel={panel.sendingLabel}
      label={panel.title}
      note={<Progress panel={panel} />}
      buttons={<Button onClick={panel.leave}>{structureText.cancel}</Button>}
      onDone={panel.close}
    >
      <Meanwhile panel={panel} />
      {panel.templates.length > 0 && <Templates panel={panel} />}
      <div className={styles['fields']}>
        {fields.map((field) => (
          <div key={field.name} data-wide={isWide(field)}>
            <Field panel={panel} field={field} />
          </div>
        ))}
      </div>
      <ChangeSql statements={useStore(panel.$statements)} onCopy={panel.copySql} />
    </Form>
  )
}

function Templates({ panel }: { panel: ObjectPanel }) {
  return (
    <div className={styles['words']} role="group" aria-label={objectsText.beginWith}>
      <span className={fieldStyles['label']}>{objectsText.beginWith}</span>
      {panel.templates.map(({ value, label }) => (
        <Button key={value} kind="ghost" onClick={() => panel.begin(value)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

const NARROW: ReadonlySet<string> = new Set(['schema', 'table', 'name', 'functionSchema', 'function'])

function isWide(field: ObjectField): boolean {
  if (field.type === 'rows' || field.type === 'code' || field.type === 'set' || field.type === 'secret')
    return true
  return field.type === 'text' && field.check !== 'number' && !field.suggests && !NARROW.has(field.name)
}

export interface ObjectFieldProps {
  panel: ObjectPanel
  field: ObjectField
}

function Field({ panel, field }: ObjectFieldProps) {
  const { form, kind } = panel
  const value = useStore(form.$values)[field.name]
  const problem = useStore(panel.$problems)[field.name]
  const label = objectsText.label(kind, field.name)
  const hint = objectsText.hint(kind, field.name)
  const shared = {
    form,
    path: field.name,
    label,
    problem,
    disabled: panel.isFixed(field),
    ...(hint === undefined ? {} : { hint }),
  }
  switch (field.type) {
    case 'text':
      return field.suggests ? (
        <Suggested panel={panel} what={field.suggests} value={String(value)} shared={shared} />
      ) : (
        <PathText
          {...shared}
          value={String(value)}
          isCode={field.check === 'expression' || field.check === 'type'}
        />
      )
    case 'secret':
      return (
        <TextField
          form={form as never}
          name={field.name as never}
          type="password"
          label={label}
          autoComplete="off"
          {...(hint === undefined ? {} : { hint })}
        />
      )
    case 'choice':
      return (
        <PathSelect
          {...shared}
          value={String(value)}
          choices={field.choices.map((one) => ({ value: one, label: objectsText.choice(field.name, one) }))}
        />
      )
    case 'flag':
      return <PathSwitch {...shared} value={value === true} />
    case 'set':
      return <Words panel={panel} field={field} label={label} hint={hint} problem={problem} />
    case 'code':
      return <Code panel={panel} name={field.name} label={label} hint={hint} problem={problem} />
    case 'rows':
      return <ObjectRows panel={panel} field={field} />
  }
}

interface PlainProps {
  panel: ObjectPanel
  label: string
  hint: string | undefined
  problem: string | undefined
}

function Words({
  panel,
  field,
  label,
  hint,
  problem,
}: PlainProps & { field: Extract<ObjectField, { type: 'set' }> }) {
  const id = useId()
  const value = useStore(panel.form.$values)[field.name] as readonly string[]
  const toggle = (word: string) => {
    const chosen = value.includes(word) ? value.filter((one) => one !== word) : [...value, word]
    panel.form.set(
      field.name,
      field.choices.filter((one) => chosen.includes(one)),
    )
  }
  return (
    <fieldset
      className={styles['words']}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend className={fieldStyles['label']}>{label}</legend>
      {field.choices.map((word) => (
        <label key={word} className={styles['word']}>
          <input
            type="checkbox"
            name={field.name}
            checked={value.includes(word)}
            onChange={() => toggle(word)}
          />
          {objectsText.choice(field.name, word)}
        </label>
      ))}
      <FieldNotes id={id} hint={hint} problem={problem} />
    </fieldset>
  )
}

function Code({ panel, name, label, hint, problem }: PlainProps & { name: string }) {
  const id = useId()
  const { preferences } = useDeck()
  const { form } = panel
  return (
    <div className={fieldStyles['field']} role="group" aria-label={label} aria-describedby={`${id}-hint`}>
      <span className={fieldStyles['label']} aria-hidden>
        {label}
      </span>
      <div className={styles['code']} data-invalid={problem !== undefined}>
        <CodeEditor
          label={label}
          leaveHint={sqlHelpText.leaveHint}
          value={String(useStore(form.$values)[name])}
          theme={useStore(preferences.$theme)}
          marks={NO_MARKS}
          onChange={(typed) => form.set(name, typed)}
          onRun={() => void form.submit()}
        />
      </div>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

const NO_MARKS: readonly never[] = []

/** What others did to the object since the form was opened. */
function Meanwhile({ panel }: { panel: ObjectPanel }) {
  const meanwhile = useStore(panel.$meanwhile)
  if (!meanwhile) return null
  return (
    <div role="alert" className={structureStyles['meanwhile']}>
      <p>{meanwhile.title}</p>
      {!meanwhile.isGone && (
        <span>
          <Button onClick={panel.reload}>{objectsText.reload}</Button>
        </span>
      )}
    </div>
  )
}

/** How far a long change is, and how it is ended. */
function Progress({ panel }: { panel: ObjectPanel }) {
  const isSending = useStore(panel.form.$state).status === 'sending'
  const progress = useStore(panel.$progress)
  if (!isSending) return null
  return (
    <span className={styles['progress']} role="status">
      {progress}
      <Button kind="ghost" onClick={panel.cancel}>
        {objectsText.cancelRun}
      </Button>
    </span>
  )
}
