// The field over a cell that is being edited. It keeps what is typed on Enter, Tab and a press outside; Escape drops it.
import { typedChoice, type NewValue } from '@basedeck/core/rules'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { modKey } from '../../bind/platform-keys.js'
import { usePortalContainer } from '../../elements/portal-container.js'
import { DatePickerButton } from '../value-field/date-picker.js'
import { OfferedList, offeredId, useOffer } from './cell-choices.js'
import styles from './cell-editor.module.css'
import { useEditorBox } from './editor-box.js'
import type { GridEditing, OpenEditor } from './grid-editing.js'
import type { CellChoices } from './grid-props.js'

/** Behind the last character. */
const LAST = 1_000_000_000

/** The edited cell. */
export interface EditedCell extends OpenEditor {
  /** Another one: another editor was opened. */
  key: number
  /** It changes when rows come or go above it. */
  row: number
  index: number
  anchor: Element
  /** What the list of rows under its field is called; null: nothing is offered. */
  listed: string | null
  /** The character that began the edit: it replaces the value, or is the first letter of the choice. */
  typed?: string
  /** Absent while the whole value is read. */
  value?: { value: string | null }
}

export interface CellEditorProps {
  cell: EditedCell
  editing: GridEditing
  nullWord: string
  choices?: CellChoices | undefined
  /** The editor closes; `step`: rows and columns to the next cell, absent after a press outside. */
  onClose(step?: { rows: number; columns: number }): void
}

export function CellEditor({ cell, editing, nullWord, choices, onClose }: CellEditorProps) {
  const { text } = editing
  const { editor, canBeNull, hasDefault, value } = cell
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const values = editor.kind === 'choice' ? editor.values : null
  /** What was typed to choose from the list. */
  const [letters, setLetters] = useState(values ? (cell.typed ?? '').trim() : '')
  const [typed, setTyped] = useState<string | null>(values ? chosenBy(letters) : (cell.typed ?? null))
  const [problem, setProblem] = useState<string | null>(values ? unchosenBy(letters) : null)
  const isDone = useRef(false)
  const hint = useId()
  const isListed = cell.listed !== null && choices !== undefined
  const list = useId()
  const offer = useOffer(choices, typed ?? '', isListed)
  const box = useEditorBox(cell.anchor, isListed)
  const container = usePortalContainer()
  const isLines = editor.kind === 'lines'
  const current = typed ?? value?.value ?? ''

  // What is typed next follows the character that began the edit.
  useLayoutEffect(() => {
    if (editor.kind !== 'choice') field.current?.setSelectionRange(LAST, LAST)
  }, [editor.kind])
  // A field that gets its value late is selected like one that had it at once.
  useEffect(() => {
    if (value && typed === null && editor.kind !== 'choice') field.current?.select()
  }, [value, typed, editor.kind])

  function leave(step?: { rows: number; columns: number }) {
    if (isDone.current) return
    isDone.current = true
    onClose(step)
  }

  /** The value of the list that the letters choose; the empty text is NULL. Null: none. */
  function chosenBy(given: string): string | null {
    const found = typedChoice(values ?? [], given, canBeNull)
    return found && (found.type === 'null' ? '' : found.text)
  }

  function unchosenBy(given: string): string | null {
    return given === '' || chosenBy(given) !== null ? null : text.noChoice(given)
  }

  function typeLetters(given: string) {
    setLetters(given)
    setTyped(chosenBy(given))
    setProblem(unchosenBy(given))
  }

  /** The typed text as a value; undefined: nothing was typed. */
  function typedValue(): NewValue | undefined {
    if (typed === null) return undefined
    if (typed === '' && (values || !cell.hasEmptyText)) return { type: 'null' }
    return { type: 'text', text: typed }
  }

  /** @param mayStay a refused value stays in the field; after a press outside it is staged, and the grid marks it */
  function keep(step?: { rows: number; columns: number }, mayStay = true) {
    const next = typedValue()
    const refused = unchosenBy(letters) ?? (next && editing.problemOf(cell.index, next))
    if (refused && mayStay) return setProblem(refused)
    if (next && !isDone.current) void editing.setCell(cell.row, cell.index, next)
    leave(step)
  }

  function choose(next: NewValue) {
    if (!isDone.current) void editing.setCell(cell.row, cell.index, next)
    leave({ rows: 0, columns: 0 })
  }

  /** A listed row. */
  function take(key: string) {
    if (!isDone.current) choices?.choose(key)
    leave({ rows: 0, columns: 0 })
  }

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    // A word that an input method composes ends with Enter too.
    if (event.nativeEvent.isComposing) return
    const isMod = event.ctrlKey || event.metaKey
    if (!isFooter(event.target) && offer.onKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && !isMod && offer.marked !== null && !isFooter(event.target)) {
      event.preventDefault()
      take(offer.marked)
    } else if (values && typesLetter(event, letters)) {
      // The list's own search would begin with the second letter.
      event.preventDefault()
      typeLetters(event.key === 'Backspace' ? letters.slice(0, -1) : letters + event.key)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      leave({ rows: 0, columns: 0 })
    } else if (event.key === 'Enter' && (!isLines || isMod)) {
      event.preventDefault()
      keep({ rows: event.shiftKey ? -1 : 1, columns: 0 })
    } else if (event.key === 'Tab' && !isFooter(event.target)) {
      event.preventDefault()
      keep({ rows: 0, columns: event.shiftKey ? -1 : 1 })
    } else if (isMod && event.key.toLowerCase() === 's') {
      event.preventDefault()
      keep({ rows: 0, columns: 0 })
      void editing.save()
    }
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) keep(undefined, false)
  }

  useEffect(() => {
    // Typed text outlives the page.
    const end = () => keep(undefined, false)
    window.addEventListener('pagehide', end)
    return () => window.removeEventListener('pagehide', end)
  })

  const shared = {
    ref: field,
    autoFocus: true,
    'aria-label': cell.column,
    'aria-invalid': problem !== null,
    'aria-describedby': hint,
    className: styles.field,
    onChange: (event: { target: { value: string } }) => {
      setProblem(null)
      setTyped(event.target.value)
      offer.mark(null)
    },
  }
  const combobox = isListed
    ? {
        role: 'combobox',
        'aria-expanded': true,
        'aria-autocomplete': 'list' as const,
        'aria-controls': list,
        'aria-activedescendant': offer.marked === null ? undefined : offeredId(list, offer.marked),
      }
    : {}
  const placeholder =
    value === undefined ? text.loadingValue : value.value === null ? nullWord : text.emptyText
  return createPortal(
    <div
      role="presentation"
      data-cell-editor
      className={styles.editor}
      style={box}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPaste={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
    >
      {editor.kind === 'choice' && (
        <select
          {...shared}
          value={typed ?? value?.value ?? ''}
          onChange={(event) => {
            shared.onChange(event)
            setLetters('')
          }}
        >
          {(canBeNull || (value?.value ?? null) === null) && <option value="">{nullWord}</option>}
          {editor.values.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
      {editor.kind === 'lines' && (
        <textarea {...shared} rows={8} spellCheck={false} placeholder={placeholder} value={current} />
      )}
      {editor.kind === 'line' && (
        <input
          {...shared}
          {...combobox}
          type="text"
          inputMode={editor.inputMode}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={placeholder}
          value={current}
        />
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {cell.listed !== null && choices && (
        <OfferedList id={list} label={cell.listed} choices={choices} marked={offer.marked} onTake={take} />
      )}
      <div className={styles.foot} data-foot>
        <span id={hint} className={isLines ? styles.keys : styles.hint}>
          {isLines ? text.commitKeysLines(modKey('Enter')) : text.commitKeys}
        </span>
        {editor.kind === 'line' && editor.picker && value && (
          <DatePickerButton
            picker={editor.picker}
            label={text.pickDate}
            value={current}
            onPick={(picked) => shared.onChange({ target: { value: picked } })}
          />
        )}
        {cell.hasEmptyText && editor.kind !== 'choice' && (
          <button type="button" className={styles.step} onClick={() => choose({ type: 'text', text: '' })}>
            {text.setEmpty}
          </button>
        )}
        {canBeNull && (
          <button type="button" className={styles.step} onClick={() => choose({ type: 'null' })}>
            {text.setNull}
          </button>
        )}
        {hasDefault && (
          <button type="button" className={styles.step} onClick={() => choose({ type: 'default' })}>
            {text.setDefault}
          </button>
        )}
      </div>
    </div>,
    container ?? document.body,
  )
}

/** Whether the key goes on choosing from the list; a space without letters opens it. */
function typesLetter({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent, letters: string): boolean {
  if (ctrlKey || metaKey || altKey || isFooter(target)) return false
  return key === 'Backspace' || key === ' ' ? letters !== '' : [...key].length === 1
}

/** Tab moves among the buttons below the field. */
function isFooter(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-foot]') !== null
}
