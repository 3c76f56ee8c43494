import type { SqlEditorScreen } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useRef, type RefObject } from 'react'
import { useMayTakeFocus } from '../../bind/focus-at-opening.js'
import { LOW, useMedia } from '../../bind/use-media.js'
import { useHeard } from '../../bind/use-heard.js'
import { useShownAfter } from '../../bind/use-shown-after.js'
import { Splitter } from '../../elements/splitter.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/editor-props.js'
import { HelpedEditor } from './helped-editor.js'
import { PastRuns } from './past-runs.js'
import { QueryPage } from './query-page.js'
import { AddToReport } from './add-to-report.js'
import { ResultPanel } from './result-panel.js'
import { RunningQueries } from './running-queries.js'
import { RunQuestion } from './run-question.js'
import { SnippetNotices, SnippetContent } from './snippet-notices.js'
import { SqlToolbar } from './sql-toolbar.js'
import { TemplateStart } from './template-start.js'
import styles from './sql-editor.module.css'

export function SqlEditor({ screen }: { screen: SqlEditorScreen }) {
  const editor = useRef<CodeEditorHandle>(null)
  const { tools } = screen
  const showsResults = useStore(tools.$showsResults)
  const position = () => ({
    selection: editor.current?.selection(),
    cursor: editor.current?.cursorOffset() ?? 0,
  })
  const mayTakeFocus = useMayTakeFocus()
  useHeard(screen.onInsert, (text) => editor.current?.insert(text))
  return (
    <QueryPage tools={tools} cursor={() => position().cursor} onSave={screen.snippet.save}>
      <h1 className={styles['hidden']}>{screen.title}</h1>
      <SnippetContent snippet={screen.snippet}>
        <SqlToolbar screen={screen} editor={editor} position={position} />
        <SnippetNotices snippet={screen.snippet} focusEditor={() => editor.current?.focus()} />
        <Splitter
          label={sqlText.resizeResults}
          percent={useStore(screen.$split)}
          onResize={screen.setSplit}
          first={
            <HelpedEditor
              ref={editor}
              screen={screen}
              help={screen.help}
              edit={screen.aiEdit}
              mayTakeFocus={mayTakeFocus}
              pane="main"
            />
          }
          second={showsResults ? <Results screen={screen} editor={editor} /> : null}
        />
      </SnippetContent>
      <RunQuestion screen={screen} />
    </QueryPage>
  )
}

interface ResultsProps {
  screen: SqlEditorScreen
  editor: RefObject<CodeEditorHandle | null>
}

function Results({ screen, editor }: ResultsProps) {
  const { tools, templates } = screen
  const run = useStore(screen.$run)
  // In a window of few lines the results lie below the text.
  const isLow = useMedia(LOW)
  const element = useShownAfter<HTMLDivElement>(run.status === 'success' ? run : null, isLow)
  const isBlank = useStore(screen.$isBlank)
  const use = (id: string) => {
    templates.use(id)
    editor.current?.focus()
  }
  return (
    <div ref={element} className={styles['resultArea']}>
      <ResultPanel
        screen={screen}
        fixed={{
          history: <PastRuns panel={tools.history} />,
          running: <RunningQueries panel={tools.running} />,
        }}
        besideChart={<AddToReport adding={screen.reports} />}
        beforeRun={isBlank ? <TemplateStart templates={templates} onUse={use} /> : undefined}
      />
    </div>
  )
}
