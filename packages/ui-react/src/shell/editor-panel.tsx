/** The SQL editor panel: templates, text, results. On a small screen it covers the page. */
import type { EditorPanel as Panel } from '@basedeck/core'
import { editorPanelText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { useRoving } from '../bind/use-roving.js'
import { Button } from '../elements/button.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { LinkButton } from '../elements/link-button.js'
import { Splitter } from '../elements/splitter.js'
import { HelpedEditor } from '../screens/sql/helped-editor.js'
import { OtherWindow } from '../screens/sql/other-window.js'
import { ResultPanel } from '../screens/sql/result-panel.js'
import { RunButton } from '../screens/sql/run-button.js'
import { RunQuestion } from '../screens/sql/run-question.js'
import type { CodeEditorHandle } from '../widgets/code-editor/editor-props.js'
import styles from './editor-panel.module.css'
import { PanelBeside } from './panel-beside.js'
import { TemplatePicker } from './template-picker.js'

export function EditorPanel({ panel }: { panel: Panel }) {
  const { pane } = panel
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
    <PanelBeside
      label={editorPanelText.label}
      title={editorPanelText.title}
      closeLabel={editorPanelText.close}
      onClose={panel.close}
      tools={
        <>
          <TemplatePicker panel={panel} onUse={() => editor.current?.focus()} />
          <IconButton
            label={editorPanelText.openInEditor}
            icon={<Icon of={ExternalLink} />}
            onClick={panel.openInEditor}
          />
        </>
      }
    >
      <OtherWindow draft={pane.draft} focusEditor={() => editor.current?.focus()} />
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
    </PanelBeside>
  )
}

function Toolbar({ panel, onRun }: { panel: Panel; onRun(): void }) {
  const showsResults = useStore(panel.$showsResults)
  const isSaving = useStore(panel.$isSaving)
  return (
    <div
      ref={useRoving<HTMLDivElement>('across')}
      className={styles['toolbar']}
      role="toolbar"
      aria-label={sqlText.toolbar}
    >
      <RunButton screen={panel.pane} onRun={onRun} />
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
