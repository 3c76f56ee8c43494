// The editor of code. A plain text field is shown until Monaco has loaded;
// text, selection, scroll, focus and the undo step carry over when Monaco replaces it.
import { useEffect, useState } from 'react'

import type { CodeEditorProps } from './editor-props.js'
import { EditorText } from './editor-text.js'
import { PlainEditor } from './plain-editor.js'

/** An editor for code, PostgreSQL text unless another language is given. It fills its parent, which has to have a height. */
export function CodeEditor(props: CodeEditorProps) {
  const [text] = useState(() => new EditorText(props.value))
  const [isComposing, setIsComposing] = useState(false)
  const monaco = useMonaco()

  // Replacing the field during an input method's composition would lose the word.
  if (!monaco || isComposing) return <PlainEditor {...props} text={text} onComposing={setIsComposing} />
  return <monaco.MonacoEditor {...props} text={text} />
}

type MonacoModule = typeof import('./monaco-editor.js')

function useMonaco(): MonacoModule | undefined {
  const [monaco, setMonaco] = useState<MonacoModule>()
  useEffect(() => {
    let isWanted = true
    import('./monaco-editor.js').then(
      (module) => isWanted && setMonaco(module),
      // Without Monaco (offline, or a page older than the last deploy) the plain field stays, and works.
      (cause: unknown) => console.warn('The code editor could not be loaded.', cause),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return monaco
}
