import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { Splitter } from '../../elements/splitter.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'
import { CellPanel } from './cell-panel.js'
import { HelpedEditor } from './helped-editor.js'
import { OtherWindow } from './other-window.js'
import { QueryPlace } from './query-place.js'
import { QueryToolsBar } from './query-tools-bar.js'
import { ResultPanel } from './result-panel.js'
import { RunMenu } from './run-menu.js'
import { RunQuestion } from './run-question.js'
import { SnippetNotices, SnippetPlace } from './snippet-notices.js'
import { SqlToolbar } from './sql-toolbar.js'
import { WritingTools } from './writing-tools.js'
import styles from './sql-editor.module.css'

export function SqlEditor({ screen }: { screen: SqlEditorScreen }) {
  const editor = useRef<CodeEditorHandle>(null)
  const { tools } = screen
  const showsResults = useStore(tools.$showsResults)
  const place = () => ({
    selection: editor.current?.selection(),
    cursor: editor.current?.cursorOffset() ?? 0,
  })
  return (
    <QueryPlace tools={tools} cursor={() => place().cursor} onSave={screen.snippet.save}>
      <h1 className={styles['hidden']}>{screen.title}</h1>
      <SnippetPlace snippet={screen.snippet}>
        <SqlToolbar
          screen={screen}
          onRun={() => void screen.run(editor.current?.selection())}
          runMenu={<RunMenu tools={tools} place={place} />}
          tools={
            <>
              <WritingTools editor={editor} edit={screen.aiEdit} naming={screen.naming} />
              <QueryToolsBar tools={tools} />
            </>
          }
        />
        <OtherWindow draft={screen.draft} />
        <SnippetNotices snippet={screen.snippet} />
        <Splitter
          label={sqlText.resizeResults}
          percent={useStore(screen.$split)}
          onResize={screen.setSplit}
          first={<HelpedEditor ref={editor} screen={screen} help={screen.help} edit={screen.aiEdit} />}
          second={showsResults ? <ResultPanel screen={screen} /> : null}
        />
      </SnippetPlace>
      <RunQuestion screen={screen} />
      <CellPanel screen={screen} />
    </QueryPlace>
  )
}
