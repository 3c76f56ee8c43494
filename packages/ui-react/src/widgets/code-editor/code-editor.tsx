// The SQL text under the user's hands. A plain text field stands in until Monaco has arrived;
// text, selection, scroll, focus and the undo step carry over when Monaco takes its place.
import { useEffect, useRef, useState } from 'react'
import type { ComponentType, Ref, RefObject } from 'react'

import { PlainEditor } from './plain-editor.js'

/** The selected text and where it begins: a UTF-16 offset in the whole text. */
export interface EditorSelection {
  text: string
  offset: number
}

/** A place in the text with something to say about it. Offsets are UTF-16, the end is exclusive. */
export interface EditorMark {
  startOffset: number
  endOffset: number
  message: string
}

/** What a screen can ask of an editor it shows. Offsets are UTF-16 offsets in the whole text. */
export interface CodeEditorHandle {
  focus(): void
  /** Undefined when nothing is selected. */
  selection(): EditorSelection | undefined
  cursorOffset(): number
  /** Scrolls to the offset and puts the cursor there; the focus stays where it is. */
  reveal(offset: number): void
}

export interface CodeEditorProps {
  /** The accessible name of the text field. */
  label: string
  /** The text. After mount it is applied only when it is neither the text shown nor a late echo of `onChange`. */
  value: string
  theme: 'light' | 'dark'
  /** Underlined places; the first one is scrolled into view when they change. */
  marks: readonly EditorMark[]
  /** Called with the whole text after every edit of the user, with the line ends the text came with. */
  onChange(text: string): void
  /** Called on Mod+Enter; undefined when nothing is selected. */
  onRun(selection: EditorSelection | undefined): void
  readOnly?: boolean
  autoFocus?: boolean
  ref?: Ref<CodeEditorHandle>
}

/** What one editor leaves for the one that takes its place. */
export interface Handover {
  text: string
  anchorOffset: number
  cursorOffset: number
  scrollTop: number
  scrollLeft: number
  hasFocus: boolean
}

/** The props an editor in place gets; `handover` is read when it opens and written when it goes. */
export interface EditorInPlaceProps extends CodeEditorProps {
  handover: RefObject<Handover | undefined>
}

/** An editor for PostgreSQL text. It fills its parent; the parent has a height. */
export function CodeEditor(props: CodeEditorProps) {
  const handover = useRef<Handover>(undefined)
  const [isComposing, setIsComposing] = useState(false)
  const MonacoEditor = useMonacoEditor()
  const [isReplaced, setIsReplaced] = useState(false)

  // An input method in the middle of a word would lose it if its field went away.
  if (MonacoEditor && !isComposing && !isReplaced) setIsReplaced(true)

  if (MonacoEditor && isReplaced) return <MonacoEditor {...props} handover={handover} />
  return <PlainEditor {...props} handover={handover} onComposing={setIsComposing} />
}

function useMonacoEditor(): ComponentType<EditorInPlaceProps> | undefined {
  const [MonacoEditor, setMonacoEditor] = useState<ComponentType<EditorInPlaceProps>>()
  useEffect(() => {
    let isWanted = true
    import('./monaco-editor.js').then(
      (module) => isWanted && setMonacoEditor(() => module.MonacoEditor),
      // Without Monaco (offline, an old page after a deploy) the plain field stays, and works.
      (cause: unknown) => console.warn('The code editor could not be loaded.', cause),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return MonacoEditor
}
