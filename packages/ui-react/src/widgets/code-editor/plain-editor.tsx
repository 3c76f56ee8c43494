// The text field shown before Monaco has loaded: same font, same position, same handle, no colours.
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

import type { CodeEditorHandle, SharedEditorProps, EditorSelection } from './editor-props.js'
import styles from './code-editor.module.css'
import type { EditorViewState, EditorText } from './editor-text.js'
import { lineEndOf, movedOffset, withLineEnd } from './line-ends.js'
import { isAskKey, isFormatKey, isRunKey } from './run-key.js'

interface PlainEditorProps extends SharedEditorProps {
  /** Called when an input method begins and ends a word. */
  onComposing(isComposing: boolean): void
}

export function PlainEditor(props: PlainEditorProps) {
  const { label, value, text, readOnly, startsFocused, help, onChange, onRun, onComposing, ref } = props
  const field = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    if (text.accepts(value) && field.current) field.current.value = value
  }, [text, value])

  useLayoutEffect(() => {
    const element = field.current
    if (element && startsFocused && !isTypedInElsewhere()) element.focus()
    return () => {
      if (element) text.left(viewStateOf(element, text))
    }
  }, [text, startsFocused])

  const format = useEffectEvent(async () => {
    const plan = await (await help?.open())?.format(text.latest, 0)
    if (!plan || !field.current || readOnly) return
    field.current.value = plan.text
    onInput(field.current)
  })
  const insert = useEffectEvent((inserted: string) => {
    const element = field.current
    if (!element || readOnly) return
    element.setRangeText(inserted, element.selectionStart, element.selectionEnd, 'end')
    onInput(element)
    element.focus()
  })
  useImperativeHandle(
    ref,
    () => ({ ...handleOf(field, text), format: () => void format(), insert: (inserted) => insert(inserted) }),
    [text],
  )

  function onInput(element: HTMLTextAreaElement) {
    // The browser gives a text field's text with plain line feeds, whatever was put in.
    text.typed(withLineEnd(element.value, lineEndOf(text.latest)))
    onChange(text.latest)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isRun = isRunKey(event.nativeEvent)
    const isAsk = isAskKey(event.nativeEvent)
    if (!isRun && !isAsk && !isFormatKey(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    if (isRun) onRun(selectionOf(event.currentTarget, text))
    else if (isAsk) props.onAsk?.(rangeOf(event.currentTarget, text))
    else void format()
  }

  return (
    <div className={styles.plainBox}>
      {props.zone?.content}
      <textarea
        ref={field}
        className={styles.plain}
        aria-label={label}
        defaultValue={text.latest}
        readOnly={readOnly}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        onInput={(event) => onInput(event.currentTarget)}
        onKeyDown={onKeyDown}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
      />
    </div>
  )
}

function handleOf(
  field: { current: HTMLTextAreaElement | null },
  text: EditorText,
): Omit<CodeEditorHandle, 'format' | 'insert'> {
  return {
    focus: () => field.current?.focus(),
    selection: () => (field.current ? selectionOf(field.current, text) : undefined),
    range: () => (field.current ? rangeOf(field.current, text) : { start: 0, end: 0 }),
    cursorOffset: () => (field.current ? viewStateOf(field.current, text).cursorOffset : 0),
    reveal: (offset) => {
      const position = movedOffset(text.latest, field.current?.value ?? '', offset)
      field.current?.setSelectionRange(position, position)
    },
  }
}

function selectionOf(field: HTMLTextAreaElement, text: EditorText): EditorSelection | undefined {
  const { anchorOffset, cursorOffset } = viewStateOf(field, text)
  if (anchorOffset === cursorOffset) return undefined
  const offset = Math.min(anchorOffset, cursorOffset)
  return { text: text.latest.slice(offset, Math.max(anchorOffset, cursorOffset)), offset }
}

function rangeOf(field: HTMLTextAreaElement, text: EditorText): { start: number; end: number } {
  const { anchorOffset, cursorOffset } = viewStateOf(field, text)
  return { start: Math.min(anchorOffset, cursorOffset), end: Math.max(anchorOffset, cursorOffset) }
}

function viewStateOf(field: HTMLTextAreaElement, text: EditorText): EditorViewState {
  const start = movedOffset(field.value, text.latest, field.selectionStart)
  const end = movedOffset(field.value, text.latest, field.selectionEnd)
  const isBackward = field.selectionDirection === 'backward'
  return {
    anchorOffset: isBackward ? end : start,
    cursorOffset: isBackward ? start : end,
    scrollTop: field.scrollTop,
    scrollLeft: field.scrollLeft,
    hasFocus: document.activeElement === field,
  }
}

/** The focus is not taken from a field of the page in which the user types. */
function isTypedInElsewhere(): boolean {
  return document.activeElement instanceof HTMLInputElement
}
