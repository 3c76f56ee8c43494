// The field over a cell that is being edited. It keeps what is typed on Enter, Tab and a press outside; Escape drops it.
import {
  shownInField,
  takesLineBreaks,
  typedChoice,
  type CellRange,
  withKeptLineEnds,
  type NewValue,
} from '@basedeck/core/rules'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { usePortalContainer } from '../../elements/portal-container.js'
import { DatePickerButton } from '../value-field/date-picker.js'
import { OfferedList, offeredId, useOffer } from './cell-choices.js'
import styles from './cell-editor.module.css'
import { useEditorBox } from './editor-box.js'
import { editorKeyEffect } from './editor-keys.js'
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
  /** The selected cells, where they are several. */
  block?: CellRange | undefined
  /** The editor closes; `step`: rows and columns to the next cell, absent after a press outside. */
  onClose(step?: { rows: number; columns: number }): void
}

export function CellEditor({ cell, editing, nullWord, choices, block, onClose }: CellEditorProps) {
  const { text } = editing
  const { editor, canBeNull, hasDefault, value } = cell
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const values = editor.kind === 'choice' ? editor.values : null
  /** What was typed to choose from the list. */
  const [letters, setLetters] = useState(values ? (cell.typed ?? '').trim() : '')
  const [typed, setTyped] = useState<string | null>(values ? chosenBy(letters) : (cell.typed ?? null))
  const [problem, setProblem] = useState<string | null>(values ? unchosenBy(letters) : null)
  const isDone = useRef(false)
  /** Until the cursor is placed in what is typed, the arrows go to other cells. */
  const isTyped = useRef(cell.typed !== undefined && editor.kind === 'line')
  const hint = useId()
  const isListed = cell.listed !== null && choices !== undefined
  const list = useId()
  const offer = useOffer(choices, typed ?? '', isListed)
  const box = useEditorBox(cell.anchor, isListed)
  const container = usePortalContainer()
  const isLines = editor.kind === 'lines'
  const isChoice = editor.kind === 'choice'
  // A field with a list under it has one line.
  const takesBreaks = takesLineBreaks(editor) && !isListed
  const isGrowing = takesBreaks && !isLines
  const current = typed ?? shownInField(value?.value ?? '')
  /** Typing before the value is there would replace it unseen. */
  const isReading = value === undefined && cell.typed === undefined

  useLayoutEffect(() => {
    if (isGrowing && field.current) growToText(field.current)
  })
  // What is typed follows the character that began the edit, or the value, which may come late.
  useLayoutEffect(() => {
    if (isChoice || isReading) return
    field.current?.setSelectionRange(LAST, LAST)
    field.current?.scrollTo({ top: LAST })
  }, [isChoice, isReading])

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
    return { type: 'text', text: takesBreaks ? withKeptLineEnds(value?.value ?? null, typed) : typed }
  }

  function breakLine() {
    const input = field.current
    if (!input || isReading) return
    input.setRangeText('\n', input.selectionStart ?? LAST, input.selectionEnd ?? LAST, 'end')
    shared.onChange({ target: input })
  }

  /** @param mayStay a refused value stays in the field; after a press outside it is staged, and the grid marks it */
  function keep(step?: { rows: number; columns: number }, mayStay = true) {
    const next = typedValue()
    const refused = unchosenBy(letters) ?? (next && editing.problemOf(cell.index, next))
    if (refused && mayStay) return setProblem(refused)
    if (next && !isDone.current) void editing.setCell(cell.row, cell.index, next)
    leave(step)
  }

  function fillBlock() {
    const next = typedValue()
    const refused = unchosenBy(letters) ?? (next && editing.problemOf(cell.index, next))
    if (refused) return setProblem(refused)
    if (next && block && !isDone.current)
      void editing.fillWith(block, next.type === 'text' ? next.text : null)
    leave({ rows: 0, columns: 0 })
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
    const isOnButton = isFooter(event.target)
    if (!isOnButton && offer.onKey(event)) return event.preventDefault()
    if (event.key === 'F2') isTyped.current = false
    const effect = editorKeyEffect(event, {
      takesBreaks,
      isOnButton,
      isTyped: isTyped.current && !isListed,
      hasBlock: block !== undefined,
    })
    if (!effect) {
      if (!values || !typesLetter(event, letters)) return
      // The list's own search would begin with the second letter.
      event.preventDefault()
      return typeLetters(event.key === 'Backspace' ? letters.slice(0, -1) : letters + event.key)
    }
    event.preventDefault()
    switch (effect.type) {
      case 'keep':
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && offer.marked !== null)
          return take(offer.marked)
        return keep(effect.step)
      case 'fill':
        return fillBlock()
      case 'break':
        return breakLine()
      case 'drop':
        return leave({ rows: 0, columns: 0 })
      case 'save':
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
      onPointerDown={() => (isTyped.current = false)}
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
      {takesBreaks && (
        <textarea
          {...shared}
          className={isGrowing ? styles.growing : styles.field}
          rows={isGrowing ? 1 : 8}
          readOnly={isReading}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          placeholder={placeholder}
          value={current}
        />
      )}
      {editor.kind === 'line' && !takesBreaks && (
        <input
          {...shared}
          {...combobox}
          readOnly={isReading}
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
          {takesBreaks ? text.commitKeysLines : text.commitKeys}
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

/** The field is as high as its text; the style says up to which height. */
function growToText(field: HTMLElement) {
  field.style.height = '0'
  field.style.height = `${field.scrollHeight}px`
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
