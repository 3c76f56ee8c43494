import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { RunButton } from './run-button.js'
import { SnippetSaving } from './snippet-saving.js'
import styles from './sql-editor.module.css'

export interface SqlToolbarProps {
  screen: SqlEditorScreen
  onRun(): void
  /** The other ways to run. */
  runMenu?: ReactNode
  /** What helps while one writes. */
  tools?: ReactNode
}

export function SqlToolbar({ screen, onRun, runMenu, tools }: SqlToolbarProps) {
  const limit = useStore(screen.$rowLimit)
  const timeout = useStore(screen.$timeoutMs)
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={sqlText.toolbar}>
      <RunButton screen={screen} onRun={onRun} />
      {runMenu}
      <ChoiceMenu
        value={limit}
        choices={screen.rowLimits}
        onChoose={screen.setRowLimit}
        trigger={<ChoiceButton name={sqlText.limit} value={labelOf(screen.rowLimits, limit)} />}
      />
      <ChoiceMenu
        value={timeout}
        choices={screen.timeouts}
        onChoose={screen.setTimeoutMs}
        trigger={<ChoiceButton name={sqlText.timeout} value={labelOf(screen.timeouts, timeout)} />}
      />
      {tools}
      <SnippetSaving snippet={screen.snippet} />
    </div>
  )
}

function labelOf(choices: readonly { value: number; label: string }[], value: number): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value)
}
