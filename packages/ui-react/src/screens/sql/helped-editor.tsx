/** The text of a query, with the help that one has while writing it. */
import { sqlText, type LateHelp, type QueryPane } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import type { Ref } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { CodeEditor, type CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'

export interface HelpedEditorProps {
  screen: Pick<QueryPane, 'draft' | '$marks' | 'type' | 'run'>
  help: LateHelp
  /** Default: the query of the page. */
  label?: string
  ref: Ref<CodeEditorHandle>
}

export function HelpedEditor({ screen, help, label = sqlText.editorLabel, ref }: HelpedEditorProps) {
  const { preferences } = useDeck()
  return (
    <CodeEditor
      ref={ref}
      label={label}
      value={useStore(screen.draft.$text)}
      theme={useStore(preferences.$theme)}
      marks={useStore(screen.$marks)}
      problems={useStore(help.$problems)}
      help={help}
      onChange={screen.type}
      onRun={(selection) => void screen.run(selection)}
      // One comes to write.
      startsFocused
    />
  )
}
