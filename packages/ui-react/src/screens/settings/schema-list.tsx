/** A list of schemas whose order counts, as a field of a form. */
import type { DataApiValues, Form, SchemaChoice } from '@basedeck/core'
import { dataApiText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowUp, ChevronDown, X } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../../elements/class-names.js'
import { Badge } from '../../elements/badge.js'
import { FieldNotes } from '../../elements/field.js'
import fieldStyles from '../../elements/field.module.css'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Name } from '../../elements/name.js'
import selectStyles from '../../elements/select-field.module.css'
import styles from './schema-list.module.css'

export interface SchemaListProps {
  choice: SchemaChoice
  form: Form<DataApiValues>
  disabled: boolean
  /** The first one is what a call reaches that names none. */
  marksFirst?: boolean
}

export function SchemaList({ choice, form, disabled, marksFirst = false }: SchemaListProps) {
  const { field } = choice
  const id = useId()
  const chosen = useStore(choice.$chosen)
  const others = useStore(choice.$others)
  const problem = useStore(form.$problems)[field]
  const label = text.labels[field]
  return (
    <fieldset className={fieldStyles['field']} disabled={disabled} aria-describedby={`${id}-hint`}>
      <legend className={classNames(fieldStyles['label'], styles['label'])}>{label}</legend>
      {chosen.length === 0 && <p className={fieldStyles['hint']}>{text.emptyList}</p>}
      <ol className={styles['names']}>
        {chosen.map(({ name, isFirst, isMissing }) => (
          <li key={name} className={styles['name']}>
            <Name>{name}</Name>
            {isFirst && marksFirst && <Badge tone="accent">{text.first}</Badge>}
            {isMissing && <Badge tone="busy">{text.missing}</Badge>}
            <span className={styles['buttons']}>
              {!isFirst && (
                <IconButton
                  label={text.moveUp(name)}
                  icon={<Icon of={ArrowUp} size={14} />}
                  onClick={() => choice.moveUp(name)}
                />
              )}
              <IconButton
                label={text.remove(name)}
                icon={<Icon of={X} size={14} />}
                onClick={() => choice.remove(name)}
              />
            </span>
          </li>
        ))}
      </ol>
      <div className={selectStyles['select']}>
        <select
          id={id}
          name={field}
          className={fieldStyles['input']}
          aria-label={text.add(label)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          value=""
          onChange={(event) => choice.add(event.target.value)}
        >
          <option value="">{others.length === 0 ? text.addNone : text.choose}</option>
          {others.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={14} />
      </div>
      <FieldNotes id={id} hint={text.hints[field]} problem={problem} />
    </fieldset>
  )
}
