import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useDeck } from '../../bind/deck-context.js'
import { Splitter } from '../../elements/splitter.js'
import { CodeEditor, type CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'
import { CellPanel } from './cell-panel.js'
import { OtherWindow } from './other-window.js'
import { ResultPanel } from './result-panel.js'
import { RunQuestion } from './run-question.js'
import { SqlToolbar } from './sql-toolbar.js'
import styles from './sql-editor.module.css'

export function SqlEditor({ screen }: { screen: SqlEditorScreen }) {
  const { preferences } = useDeck()
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className={styles['page']}>
      <h1 className={styles['hidden']}>{screen.title}</h1>
      <SqlToolbar screen={screen} onRun={() => void screen.run(editor.current?.selection())} />
      <OtherWindow draft={screen.draft} />
      <Splitter
        label={sqlText.resizeResults}
        percent={useStore(screen.$split)}
        onResize={screen.setSplit}
        first={
          <CodeEditor
            ref={editor}
            label={sqlText.editorLabel}
            value={useStore(screen.draft.$text)}
            theme={useStore(preferences.$theme)}
            marks={useStore(screen.$marks)}
            onChange={screen.type}
            onRun={(selection) => void screen.run(selection)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- one comes to this page to write
            autoFocus
          />
        }
        second={<ResultPanel screen={screen} />}
      />
      <RunQuestion screen={screen} />
      <CellPanel screen={screen} />
    </div>
  )
}
