/** Fields at a path inside the values of a form, such as the name of the second column. */
import type { Form, Suggested } from '@basedeck/core'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { afterPress, watchPresses } from '../../bind/after-press.js'
import { FieldNotes } from '../../elements/field.js'
import fieldStyles from '../../elements/field.module.css'
import { classNames } from '../../elements/class-names.js'
import { Icon } from '../../elements/icon.js'
import selectStyles from '../../elements/select-field.module.css'
import { SuggestInput } from '../../elements/suggest-input.js'
import switchStyles from '../../elements/switch-field.module.css'
import styles from './structure.module.css'

export interface PathFieldProps {
  /** Only what a field at a path uses of its form. */
  form: Pick<Form<Record<string, unknown>>, 'setAt' | 'touch'>
  /** `name`, `columns.0.name` */
  path: string
  label: string
  problem: string | undefined
  hint?: ReactNode
  disabled?: boolean
  /** The label is for screen readers: a heading above the rows says it. */
  isBare?: boolean
}

function usePathField({ form, path, problem, hint, disabled = false }: PathFieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
  return {
    id,
    control: {
      id,
      name: path,
      disabled,
      'aria-invalid': problem !== undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      onFocus: watchPresses,
      onBlur: () => afterPress(() => form.touch(path)),
    },
  }
}

function Frame({ id, props, children }: { id: string; props: PathFieldProps; children: ReactNode }) {
  const { label, isBare = false, hint, problem } = props
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={classNames(fieldStyles['label'], isBare && styles['bare'])}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

export function PathText(props: PathFieldProps & { value: string; isCode?: boolean; placeholder?: string }) {
  const { id, control } = usePathField(props)
  return (
    <Frame id={id} props={props}>
      <input
        {...control}
        type="text"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        placeholder={props.placeholder}
        className={classNames(fieldStyles['input'], props.isCode && fieldStyles['code'])}
        value={props.value}
        onChange={(event) => props.form.setAt(props.path, event.target.value)}
      />
    </Frame>
  )
}

export interface PathSuggestProps extends PathFieldProps {
  value: string
  suggestions: readonly Suggested[]
  placeholder?: string
  /** Default: the value at the path is set. */
  onType?(text: string): void
}

export function PathSuggest(props: PathSuggestProps) {
  const { form, path, value, suggestions, placeholder, onType } = props
  const { id, control } = usePathField(props)
  return (
    <Frame id={id} props={props}>
      <SuggestInput
        {...control}
        value={value}
        suggestions={suggestions}
        listLabel={props.label}
        placeholder={placeholder}
        onType={onType ?? ((text) => form.setAt(path, text))}
      />
    </Frame>
  )
}

export function PathSelect(
  props: PathFieldProps & { value: string; choices: readonly { value: string; label: string }[] },
) {
  const { id, control } = usePathField(props)
  return (
    <Frame id={id} props={props}>
      <div className={selectStyles['select']}>
        <select
          {...control}
          className={fieldStyles['input']}
          value={props.value}
          onChange={(event) => props.form.setAt(props.path, event.target.value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={14} />
      </div>
    </Frame>
  )
}

export function PathSwitch(props: PathFieldProps & { value: boolean }) {
  const { id, control } = usePathField(props)
  return (
    <div className={switchStyles['field']}>
      <input
        {...control}
        type="checkbox"
        role="switch"
        className={switchStyles['switch']}
        checked={props.value}
        aria-checked={props.value}
        onChange={(event) => props.form.setAt(props.path, event.target.checked)}
      />
      <div className={switchStyles['text']}>
        <label htmlFor={id}>{props.label}</label>
        <FieldNotes id={id} hint={props.hint} problem={props.problem} />
      </div>
    </div>
  )
}
