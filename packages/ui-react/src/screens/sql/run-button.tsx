/** The Run button; while a query runs, Cancel at the same position with the same width. */
import type { QueryPane } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Play, Square } from 'lucide-react'
import { modKey } from '../../bind/platform-keys.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import styles from './sql-editor.module.css'

export function RunButton({ screen, onRun }: { screen: QueryPane; onRun(): void }) {
  const run = useStore(screen.$run)
  const gate = useStore(screen.gate.$gate)
  if (run.status !== 'running') {
    return (
      <Button
        kind="primary"
        className={styles['run']}
        icon={<Icon of={Play} size={14} />}
        shortcut={modKey('↵')}
        disabled={gate.status === 'closed'}
        onClick={onRun}
      >
        {sqlText.run}
      </Button>
    )
  }
  return (
    <Button
      className={styles['run']}
      icon={<Icon of={Square} size={14} />}
      disabled={run.cancelling}
      onClick={() => void screen.cancel()}
    >
      {run.cancelling ? sqlText.cancelling : sqlText.cancel}
    </Button>
  )
}
