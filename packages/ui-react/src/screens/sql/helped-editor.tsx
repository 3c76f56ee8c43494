/** The editor of a query, with completion and the AI prompt. */
import type { AiEdit, LateHelp, QueryPane } from '@basedeck/core'
import { sqlHelpText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useState, type RefObject } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { useFocusAfter } from '../../bind/use-focus-after.js'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/editor-props.js'
import { AiDiff } from './ai-diff.js'
import styles from './ai-diff.module.css'
import { InlineAi } from './inline-ai.js'

export interface HelpedEditorProps {
  screen: Pick<QueryPane, 'draft' | '$marks' | 'type' | 'run'>
  help: LateHelp
  edit: AiEdit
  /** Default: the query of the page. */
  label?: string
  /** Whether it takes the focus when it appears. Default: true. */
  mayTakeFocus?(): boolean
  /** It is what the page is for. */
  pane?: 'main'
  ref: RefObject<CodeEditorHandle | null>
}

export function HelpedEditor({
  screen,
  help,
  edit,
  label = sqlText.editorLabel,
  mayTakeFocus = () => true,
  pane,
  ref,
}: HelpedEditorProps) {
  const { preferences } = useDeck()
  const ai = useStore(edit.$state)
  const [startsFocused] = useState(mayTakeFocus)
  useFocusAfter(ai.status !== 'closed', () => ref.current?.focus())
  return (
    <div className={styles['box']} data-pane={pane}>
      {/* The editor stays mounted under the diff, so that it keeps its undo steps. */}
      <div className={styles['editor']} inert={ai.status === 'reviewing'}>
        <CodeEditor
          ref={ref}
          label={label}
          leaveHint={sqlHelpText.leaveHint}
          value={useStore(screen.draft.$text)}
          theme={useStore(preferences.$theme)}
          marks={useStore(screen.$marks)}
          problems={useStore(help.$problems)}
          help={help}
          onChange={screen.type}
          onRun={(selection) => void screen.run(selection)}
          onAsk={edit.open}
          zone={
            ai.status === 'asking'
              ? { offset: ai.range.start, content: <InlineAi edit={edit} state={ai} /> }
              : undefined
          }
          startsFocused={startsFocused}
        />
      </div>
      {ai.status === 'reviewing' && <AiDiff edit={edit} state={ai} />}
    </div>
  )
}
