// The editor with colours, find, marks and several cursors. Loaded only where an editor shows.
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'

import { isReachedByKey } from '../../bind/key-before-focus.js'

import type { CodeEditorHandle, SharedEditorProps, EditorMark } from './editor-props.js'
import styles from './code-editor.module.css'
import type { EditorText } from './editor-text.js'
import { takeDroppedNames } from './monaco-drop.js'
import { attachHelp, closeSuggestions, formatIn, replaceIn } from './monaco-help.js'
import { showMarks, showProblems } from './monaco-marks.js'
import { applyTheme, followTokens } from './monaco-theme.js'
import { enter, offsetIn, viewStateOf, positionIn, rangeIn, selectionIn, showText } from './monaco-text.js'
import { openMonaco } from './monaco.js'
import type { Monaco } from './monaco.js'
import { letTabLeaveAfterEscape } from './monaco-tab.js'
import { openZone } from './monaco-zone.js'
import { knowTypes } from './known-types.js'
import { isAskKey, isFormatKey, isRunKey } from './run-key.js'

/** Replaces the plain field and takes over its focus, so it ignores `startsFocused`. */
export function MonacoEditor(props: SharedEditorProps) {
  const {
    label,
    leaveHint,
    value,
    text,
    theme,
    marks,
    problems = NONE,
    help,
    zone,
    readOnly = false,
    ref,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const monaco = useRef<Monaco>(undefined)
  const isFromOutside = useRef(false)
  const [isReached, setReached] = useState(false)

  const onEdit = useEffectEvent((latest: string) => {
    if (isFromOutside.current) return
    text.typed(latest)
    props.onChange(latest)
  })
  const format = useEffectEvent(() => {
    if (monaco.current && help && !readOnly) void formatIn(monaco.current, text, help)
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent, opened: Monaco) => {
    if (!isRunKey(event) && !isFormatKey(event) && !isAskKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    closeSuggestions(opened)
    if (isRunKey(event)) props.onRun(selectionIn(opened, text))
    else if (isAskKey(event)) props.onAsk?.(rangeIn(opened, text))
    else format()
  })
  const onOpen = useEffectEvent((element: HTMLElement) => {
    const opened = openMonaco(element, label, text.given, props.language)
    applyTheme(element, theme)
    element.querySelector('textarea')?.setAttribute('aria-description', leaveHint)
    enter(opened, text)
    return opened
  })

  useLayoutEffect(() => {
    if (!box.current) return undefined
    const opened = onOpen(box.current)
    monaco.current = opened
    opened.onDidChangeModelContent(() => onEdit(opened.getValue()))
    opened.onKeyDown((event) => onKeyDown(event.browserEvent, opened))
    letTabLeaveAfterEscape(opened)
    const stopDropping = takeDroppedNames(box.current, opened)
    return () => {
      stopDropping()
      text.left(viewStateOf(opened, text))
      monaco.current = undefined
      opened.getModel()?.dispose()
      opened.dispose()
    }
  }, [text])

  useLayoutEffect(() => {
    if (!text.accepts(value) || !monaco.current) return
    isFromOutside.current = true
    showText(monaco.current, value)
    isFromOutside.current = false
  }, [text, value])

  useEffect(() => monaco.current?.updateOptions({ ariaLabel: label, readOnly }), [label, readOnly])

  useEffect(() => {
    const apply = () => box.current && applyTheme(box.current, theme)
    apply()
    return followTokens(apply)
  }, [theme])

  useEffect(() => (monaco.current && help ? attachHelp(monaco.current, text, help) : undefined), [text, help])

  useEffect(() => {
    if (props.language !== 'typescript' || !props.types) return
    void knowTypes(props.types)
  }, [props.language, props.types])

  useMarks(monaco, text, marks, showMarks)
  useMarks(monaco, text, problems, showProblems)
  useImperativeHandle(ref, () => ({ ...handleOf(monaco, text), format: () => format() }), [text])

  const zoneElement = useZone(monaco, text, zone?.offset)

  return (
    <div
      ref={box}
      className={styles.monaco}
      onFocus={() => setReached(isReachedByKey())}
      onBlur={() => setReached(false)}
    >
      {isReached && (
        <p aria-hidden className={styles.leave}>
          {leaveHint}
        </p>
      )}
      {zone && createPortal(zone.content, zoneElement)}
    </div>
  )
}

const NONE: readonly EditorMark[] = []

/** The element between the lines while there is a zone. */
function useZone(
  monaco: RefObject<Monaco | undefined>,
  text: EditorText,
  offset: number | undefined,
): HTMLElement {
  const [element] = useState(() => document.createElement('div'))
  const isOpen = offset !== undefined
  const open = useEffectEvent((opened: Monaco) => openZone(opened, text, offset ?? 0, element))
  useLayoutEffect(() => (isOpen && monaco.current ? open(monaco.current) : undefined), [monaco, isOpen])
  return element
}

function useMarks(
  monaco: RefObject<Monaco | undefined>,
  text: EditorText,
  marks: readonly EditorMark[],
  show: typeof showMarks,
) {
  // Compared by content: the same marks in a new array must not scroll the editor again.
  const key = JSON.stringify(marks)
  useEffect(() => {
    const marks = JSON.parse(key) as EditorMark[]
    return monaco.current ? show(monaco.current, text, marks) : undefined
  }, [monaco, text, key, show])
}

function handleOf(monaco: RefObject<Monaco | undefined>, text: EditorText): Omit<CodeEditorHandle, 'format'> {
  return {
    focus: () => monaco.current?.focus(),
    selection: () => (monaco.current ? selectionIn(monaco.current, text) : undefined),
    range: () => (monaco.current ? rangeIn(monaco.current, text) : { start: 0, end: 0 }),
    cursorOffset: () => {
      const position = monaco.current?.getPosition()
      return monaco.current && position ? offsetIn(monaco.current, text, position) : 0
    },
    insert: (inserted) => {
      if (!monaco.current) return
      const { start, end } = rangeIn(monaco.current, text)
      replaceIn(monaco.current, text, { start, end, text: inserted }, start + inserted.length)
      monaco.current.focus()
    },
    reveal: (offset) => {
      if (!monaco.current) return
      const position = positionIn(monaco.current, text, offset)
      monaco.current.setPosition(position)
      monaco.current.revealPositionInCenterIfOutsideViewport(position)
    },
  }
}
