/** A condition in SQL as a field of a form: an editor that knows the columns of the table. */
import type { Form, LateExpressionHelp, TablePolicyValues } from '@basedeck/core'
import { formText, sqlHelpText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { FieldNotes } from '../../elements/field.js'
import fieldStyles from '../../elements/field.module.css'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import styles from './policies.module.css'

export interface ExpressionFieldProps {
  form: Form<TablePolicyValues>
  name: 'using' | 'check'
  label: string
  hint: string
  isOptional?: boolean
  help: LateExpressionHelp
}

export function ExpressionField({ form, name, label, hint, isOptional = false, help }: ExpressionFieldProps) {
  const id = useId()
  const { preferences } = useDeck()
  const problem = useStore(form.$problems)[name]
  return (
    <div className={fieldStyles['field']} role="group" aria-label={label} aria-describedby={`${id}-hint`}>
      <span className={fieldStyles['label']} aria-hidden>
        {label}
        {isOptional && <span className={fieldStyles['optional']}>{formText.optional}</span>}
      </span>
      <div className={styles['expression']} data-invalid={problem !== undefined}>
        <CodeEditor
          label={label}
          leaveHint={sqlHelpText.leaveHint}
          value={useStore(form.$values)[name]}
          theme={useStore(preferences.$theme)}
          marks={NO_MARKS}
          help={help}
          onChange={(text) => form.set(name, text)}
          onRun={() => void form.submit()}
        />
      </div>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

const NO_MARKS: readonly never[] = []
