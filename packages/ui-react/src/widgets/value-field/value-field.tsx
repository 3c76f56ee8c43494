// A value of a row in a form. Leaving the field, or Enter, keeps what was typed; Escape drops it. In a field of several
// lines Enter breaks the line, as Alt+Enter and Shift+Enter do everywhere, and Mod+Enter keeps.
import {
  shownInField,
  takesLineBreaks,
  withKeptLineEnds,
  type CellEditor,
  type NewValue,
} from '@basedeck/core/rules'
import { MoreHorizontal } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { ActionMenu } from '../../elements/action-menu.js'
import { classNames } from '../../elements/class-names.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { DatePickerButton } from './date-picker.js'
import styles from './value-field.module.css'

/** What the value is edited with. */
export interface ValueEditor {
  editor: CellEditor
  canBeNull: boolean
  hasDefault: boolean
  /** Whether an emptied field is an empty text; otherwise it is NULL. */
  hasEmptyText: boolean
}

export interface ValueFieldText {
  nullWord: string
  setNull: string
  setDefault: string
  setEmpty: string
  emptyText: string
  loadingValue: string
  pickDate: string
  menu(name: string): string
}

export interface ValueFieldProps {
  name: string
  /** Beside the name: the type. */
  detail: ReactNode
  /** Below the name. */
  note?: string
  value: string | null
  /** Drawn in the place of a value. */
  word?: string
  /** Only the beginning of the value is there: all of it is read when the field gets the focus. */
  isCut: boolean
  isChanged: boolean
  problem?: string
  /** Null: it can't be changed. */
  editor: ValueEditor | null
  hint?: string
  /** More entries of its menu. */
  actions: readonly { label: string; run(): void }[]
  text: ValueFieldText
  /** The whole value; null: it can't be read, and the user was told. */
  read(): Promise<{ value: string | null } | null>
  /** Why the value can't be kept; null: it can. */
  problemOf(value: NewValue): string | null
  onSet(value: NewValue): void
}

export function ValueField(props: ValueFieldProps) {
  const { name, detail, note, value, word, isCut, isChanged, editor, hint, actions, text } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [whole, setWhole] = useState<{ of: string | null; value: string | null }>()
  const [isReading, setIsReading] = useState(false)
  const [ownProblem, setOwnProblem] = useState<string | null>(null)
  const isWhole = !isCut || whole?.of === value
  const stored = isCut && whole?.of === value ? whole.value : value
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const id = useId()
  const problem = ownProblem ?? props.problem
  const isLines = editor?.editor.kind === 'lines'
  const isChoice = editor?.editor.kind === 'choice'
  const takesBreaks = editor !== null && takesLineBreaks(editor.editor)

  function keep(mayStay: boolean) {
    if (typed === null || !editor) return
    const next: NewValue =
      typed === '' && !editor.hasEmptyText ? { type: 'null' } : { type: 'text', text: typedText(typed) }
    const refused = props.problemOf(next)
    setOwnProblem(refused)
    if (refused !== null && mayStay) return
    setTyped(null)
    props.onSet(next)
  }

  function typedText(text: string): string {
    return takesBreaks ? withKeptLineEnds(stored, text) : text
  }

  function breakLine() {
    const control = field.current
    if (!control || control.readOnly) return
    control.setRangeText('\n', control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end')
    shared.onChange({ target: control })
  }

  function choose(next: NewValue) {
    setTyped(null)
    setOwnProblem(null)
    props.onSet(next)
  }

  async function readWhole() {
    if (isWhole || isReading) return
    setIsReading(true)
    const read = await props.read()
    setIsReading(false)
    if (read) setWhole({ of: value, value: read.value })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
      setOwnProblem(null)
    } else if (event.key === 'Enter' && takesBreaks && !isMod && (event.altKey || event.shiftKey)) {
      event.preventDefault()
      breakLine()
    } else if (event.key === 'Enter' && (!isLines || isMod)) {
      event.preventDefault()
      keep(true)
    } else if (isMod && event.key.toLowerCase() === 's') {
      // The page saves: what is typed here too.
      keep(false)
    }
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) keep(false)
  }

  // What is typed outlives the field: another row is opened, the panel is closed, the page is left.
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    const end = () => latest.current(false)
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [])

  const shared = {
    ref: field,
    id,
    className: classNames(styles['field'], isChanged && styles['changed']),
    'aria-invalid': problem !== undefined && problem !== null,
    'aria-describedby': `${id}-more`,
    readOnly: editor === null || !isWhole,
    title: editor === null ? hint : undefined,
    spellCheck: false,
    placeholder: isReading ? text.loadingValue : (word ?? (stored === null ? text.nullWord : text.emptyText)),
    value: typed ?? (isChoice ? stored : shownInField(stored ?? '')) ?? '',
    onFocus: () => void readWhole(),
    onChange: (event: { target: { value: string } }) => {
      setOwnProblem(null)
      setTyped(event.target.value)
    },
  }
  const items = [
    ...actions,
    ...(editor?.canBeNull ? [{ label: text.setNull, run: () => choose({ type: 'null' }) }] : []),
    ...(editor?.hasDefault ? [{ label: text.setDefault, run: () => choose({ type: 'default' }) }] : []),
    ...(editor?.hasEmptyText && editor.editor.kind !== 'choice'
      ? [{ label: text.setEmpty, run: () => choose({ type: 'text', text: '' }) }]
      : []),
  ]
  return (
    <div
      role="presentation"
      className={styles['value']}
      data-typed={typed === null ? undefined : ''}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className={styles['head']}>
        <label htmlFor={id} className={styles['name']}>
          <bdi>{name}</bdi>
        </label>
        {detail}
        {items.length > 0 && (
          <ActionMenu
            align="end"
            trigger={
              <IconButton
                className={styles['menu']}
                label={text.menu(name)}
                icon={<Icon of={MoreHorizontal} size={14} />}
              />
            }
            groups={[{ items: items.map(({ label, run }) => ({ label, onChoose: run })) }]}
          />
        )}
      </div>
      <Control
        editor={editor?.editor ?? lineFor(stored)}
        shared={shared}
        stored={stored}
        text={text}
        onPick={setTyped}
      />
      <div id={`${id}-more`}>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
        {editor === null && hint !== undefined && <p className={styles['note']}>{hint}</p>}
        {problem !== undefined && problem !== null && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

/** A value that can only be read. */
function lineFor(value: string | null): CellEditor {
  return value !== null && value.length > 60 ? { kind: 'lines' } : { kind: 'line', inputMode: 'text' }
}

/** The lines of a field that grows with each line that is typed. */
function linesOf(text: string): number {
  return Math.min(8, text.split('\n').length)
}

interface ControlProps {
  onPick(text: string): void
  editor: CellEditor
  stored: string | null
  text: ValueFieldText
  shared: React.ComponentProps<'input'> & React.ComponentProps<'textarea'> & React.ComponentProps<'select'>
}

function Control({ editor, stored, text, shared, onPick }: ControlProps) {
  const { readOnly, placeholder, ...others } = shared
  switch (editor.kind) {
    case 'choice':
      return (
        <select {...others} disabled={readOnly}>
          {stored === null && <option value="">{placeholder ?? text.nullWord}</option>}
          {editor.values.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )
    case 'lines':
      return <textarea {...shared} rows={4} />
    case 'line':
      if (takesLineBreaks(editor))
        return <textarea {...shared} data-growing rows={linesOf(String(shared.value))} />
      return (
        <div className={styles['line']}>
          <input {...shared} type="text" inputMode={editor.inputMode} autoComplete="off" />
          {editor.picker && !readOnly && (
            <DatePickerButton
              picker={editor.picker}
              label={text.pickDate}
              value={String(shared.value)}
              onPick={onPick}
            />
          )}
        </div>
      )
  }
}
