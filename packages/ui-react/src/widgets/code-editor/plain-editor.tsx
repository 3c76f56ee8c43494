// The text field that stands in for Monaco: same font, same place, same promises, no colours.
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

import type { CodeEditorHandle, EditorInPlaceProps, EditorSelection, Handover } from './code-editor.js'
import styles from './code-editor.module.css'
import { Echoes } from './echoes.js'
import { lineEndOf, withLineEnd } from './line-ends.js'
import { isRunKey } from './run-key.js'

interface PlainEditorProps extends EditorInPlaceProps {
  /** Called when an input method begins and ends a composition. */
  onComposing(isComposing: boolean): void
}

export function PlainEditor({ label, value, readOnly, autoFocus, ...props }: PlainEditorProps) {
  const { handover, onChange, onRun, onComposing, ref } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const echoes = useRef(new Echoes(value))

  useLayoutEffect(() => {
    const element = field.current
    if (element && echoes.current.isNew(value)) element.value = value
  }, [value])

  const leave = useEffectEvent((element: HTMLTextAreaElement) => {
    handover.current = handoverOf(element, value)
  })
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      if (element) leave(element)
    }
  }, [])

  useImperativeHandle(ref, () => handleOf(field, () => value), [value])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isRunKey(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    onRun(selectionOf(event.currentTarget, value))
  }

  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      defaultValue={value}
      readOnly={readOnly}
      autoFocus={autoFocus}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      onInput={(event) => {
        const text = textOf(event.currentTarget, value)
        echoes.current.told(text)
        onChange(text)
      }}
      onKeyDown={onKeyDown}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  )
}
