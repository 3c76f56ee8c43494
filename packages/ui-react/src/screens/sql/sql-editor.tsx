import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { Splitter } from '../../elements/splitter.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'
import { CellPanel } from './cell-panel.js'
import { HelpedEditor } from './helped-editor.js'
import { OtherWindow } from './other-window.js'
import { ResultPanel } from './result-panel.js'
import { RunQuestion } from './run-question.js'
import { SqlToolbar } from './sql-toolbar.js'
import { WritingTools } from './writing-tools.js'
import styles from './sql-editor.module.css'

export function SqlEditor({ screen }: { screen: SqlEditorScreen }) {
  const editor = useRef<CodeEditorHandle>(null)
  return (
    <div className={styles['page']}>
      <h1 className={styles['hidden']}>{screen.title}</h1>
      <SqlToolbar
        screen={screen}
        onRun={() => void screen.run(editor.current?.selection())}
        tools={<WritingTools editor={editor} edit={screen.aiEdit} />}
      />
      <OtherWindow draft={screen.draft} />
      <Splitter
        label={sqlText.resizeResults}
        percent={useStore(screen.$split)}
        onResize={screen.setSplit}
        first={<HelpedEditor ref={editor} screen={screen} help={screen.help} edit={screen.aiEdit} />}
        second={<ResultPanel screen={screen} />}
      />
      <RunQuestion screen={screen} />
      <CellPanel screen={screen} />
    </div>
  )
}
