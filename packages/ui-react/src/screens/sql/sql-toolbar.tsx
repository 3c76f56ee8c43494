/** The toolbar above the editor: at most seven controls in one row, so that it looks the same at any time. */
import type { EditorPosition, SqlEditorScreen } from '@basedeck/core'
import { sqlHelpText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { TextAlignStart } from 'lucide-react'
import type { RefObject } from 'react'
import { useRoving } from '../../bind/use-roving.js'
import { useScrollEdges } from '../../bind/use-scroll-edges.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { classNames } from '../../elements/class-names.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import edges from '../../elements/wide-scroller.module.css'
import type { CodeEditorHandle } from '../../widgets/code-editor/editor-props.js'
import { ImpersonationDialog, RoleButton } from '../parts/impersonation-dialog.js'
import { DatabaseMenu } from './database-menu.js'
import { QueryMenu } from './query-menu.js'
import { RunButton } from './run-button.js'
import { RunMenu } from './run-menu.js'
import { SnippetSaving } from './snippet-saving.js'
import styles from './sql-editor.module.css'

export interface SqlToolbarProps {
  screen: SqlEditorScreen
  editor: RefObject<CodeEditorHandle | null>
  position(): EditorPosition
}

export function SqlToolbar({ screen, editor, position }: SqlToolbarProps) {
  const { impersonation, databases } = screen.tools
  const limit = useStore(screen.$rowLimit)
  return (
    <div
      ref={useRoving<HTMLDivElement>('across')}
      className={styles['toolbar']}
      role="toolbar"
      aria-label={sqlText.toolbar}
      data-pane
    >
      <div
        ref={useScrollEdges<HTMLDivElement>()}
        className={classNames(edges['scroller'], styles['controls'])}
      >
        <RunButton screen={screen} onRun={() => void screen.run(editor.current?.selection())} />
        <RunMenu screen={screen} position={position} />
        <ChoiceMenu
          value={limit}
          choices={screen.rowLimits}
          onChoose={screen.setRowLimit}
          trigger={<ChoiceButton name={sqlText.limit} value={labelOf(screen.rowLimits, limit)} />}
        />
        <DatabaseMenu databases={databases} />
        <RoleButton picker={impersonation} />
      </div>
      <SnippetSaving snippet={screen.snippet} />
      <IconButton
        label={sqlHelpText.formatHint}
        icon={<Icon of={TextAlignStart} size={14} />}
        onClick={() => {
          editor.current?.format()
          editor.current?.focus()
        }}
      />
      <QueryMenu screen={screen} editor={editor} />
      <ImpersonationDialog picker={impersonation} />
    </div>
  )
}

function labelOf(choices: readonly { value: number; label: string }[], value: number): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value)
}
