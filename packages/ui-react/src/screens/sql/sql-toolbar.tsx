import { sqlText, type SqlEditorScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { modKey } from '../../bind/platform-keys.js'
import { Button } from '../../elements/button.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'
import { Icon } from '../../elements/icon.js'
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
  const run = useStore(screen.$run)
  const time = useStore(screen.$runningTime)
  const limit = useStore(screen.$rowLimit)
  const timeout = useStore(screen.$timeoutMs)
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={sqlText.toolbar}>
      {run.status === 'running' ? (
        <>
          <Button
            icon={<Icon of={Square} size={14} />}
            disabled={run.cancelling}
            onClick={() => void screen.cancel()}
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
