/** The SQL editor beside the page: templates, text, results. On a small screen it covers the page. */
import { editorPanelText, PANEL_WIDTH, sqlText, type EditorPanel as Panel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, ExternalLink, Play, Square, X } from 'lucide-react'
import { useRef, type CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { modKey } from '../bind/platform-keys.js'
import { Button } from '../elements/button.js'
import { EdgeHandle } from '../elements/edge-handle.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { LinkButton } from '../elements/link-button.js'
import { Splitter } from '../elements/splitter.js'
import { CellPanel } from '../screens/sql/cell-panel.js'
import { HelpedEditor } from '../screens/sql/helped-editor.js'
import { OtherWindow } from '../screens/sql/other-window.js'
import { ResultPanel } from '../screens/sql/result-panel.js'
import { RunQuestion } from '../screens/sql/run-question.js'
import type { CodeEditorHandle } from '../widgets/code-editor/code-editor.js'
import styles from './editor-panel.module.css'
import { TemplatePicker } from './template-picker.js'

export function EditorPanel({ panel }: { panel: Panel }) {
  const { preferences } = useDeck()
  const { pane } = panel
  const width = useStore(preferences.$panelWidth)
  const showsResults = useStore(panel.$showsResults)
  const split = useStore(pane.$split)
  const editor = useRef<CodeEditorHandle>(null)
  const text = (
    <HelpedEditor
      ref={editor}
      label={editorPanelText.editor}
      screen={pane}
      help={panel.help}
      edit={panel.aiEdit}
    />
  )
  return (
    <aside
      aria-label={editorPanelText.label}
      className={styles['panel']}
      style={{ '--own-width': `${width}px` } as CSSProperties}
    >
      <EdgeHandle
        edge="left"
        label={editorPanelText.resize}
        width={width}
        {...PANEL_WIDTH}
        onResize={(wanted) => preferences.$panelWidth.set(wanted)}
      />
      <header className={styles['header']}>
        <h2 className={styles['title']}>{editorPanelText.title}</h2>
        <TemplatePicker panel={panel} onUse={() => editor.current?.focus()} />
        <IconButton
          label={editorPanelText.openInEditor}
          icon={<Icon of={ExternalLink} />}
          onClick={panel.openInEditor}
        />
        <IconButton label={editorPanelText.close} icon={<Icon of={X} />} onClick={panel.close} />
      </header>
      <OtherWindow draft={pane.draft} />
      <Toolbar panel={panel} onRun={() => void pane.run(editor.current?.selection())} />
      {showsResults ? (
        <Splitter
          label={sqlText.resizeResults}
          percent={split}
          onResize={pane.setSplit}
          first={text}
          second={<Results panel={panel} />}
        />
      ) : (
        text
      )}
      <RunQuestion screen={pane} />
      <CellPanel screen={pane} />
    </aside>
  )
}

function Toolbar({ panel, onRun }: { panel: Panel; onRun(): void }) {
  const run = useStore(panel.pane.$run)
  const time = useStore(panel.pane.$runningTime)
  const showsResults = useStore(panel.$showsResults)
  const isSaving = useStore(panel.$isSaving)
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={sqlText.toolbar}>
      {run.status === 'running' ? (
        <>
          <Button
            icon={<Icon of={Square} size={14} />}
            disabled={run.cancelling}
            onClick={() => void panel.pane.cancel()}
          >
            {run.cancelling ? sqlText.cancelling : sqlText.cancel}
          </Button>
          <span className={styles['clock']}>{time}</span>
        </>
      ) : (
        <Button kind="primary" icon={<Icon of={Play} size={14} />} shortcut={modKey('↵')} onClick={onRun}>
          {sqlText.run}
        </Button>
      )}
      <Button disabled={isSaving} onClick={() => void panel.save()}>
        {isSaving ? editorPanelText.saving : editorPanelText.save}
      </Button>
      <Button
        icon={<Icon of={showsResults ? ChevronDown : ChevronUp} size={14} />}
        aria-expanded={showsResults}
        onClick={panel.toggleResults}
      >
        {showsResults ? editorPanelText.hideResults : editorPanelText.showResults}
      </Button>
    </div>
  )
}

function Results({ panel }: { panel: Panel }) {
  const supportHref = useStore(panel.$supportHref)
  return (
    <div className={styles['results']}>
      <ResultPanel screen={panel.pane} noRows={editorPanelText.noRows} />
      {supportHref !== null && (
        <div className={styles['support']}>
          <LinkButton href={supportHref}>{editorPanelText.contactSupport}</LinkButton>
        </div>
      )}
    </div>
  )
}
