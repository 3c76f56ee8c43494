/** What is at work in the database now, and what waits for what. */
import { sqlRunningText as text, sqlText, type RunningPanel as Panel, type RunningRow } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Square } from 'lucide-react'
import { AffordanceButton } from '../../elements/affordance-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Scroller } from '../../elements/scroller.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './query-tools.module.css'

export function RunningPanel({ panel }: { panel: Panel }) {
  const open = useStore(panel.$isRunningOpen)
  return (
    <SidePanel open={open} title={text.running} closeLabel={sqlText.close} onClose={panel.closeRunning}>
      <p className={styles['hint']}>{text.runningHint}</p>
      <Rows panel={panel} />
    </SidePanel>
  )
}

function Rows({ panel }: { panel: Panel }) {
  const list = useStore(panel.$runningRows)
  switch (list.status) {
    case 'loading':
      return <Skeleton label={text.running} />
    case 'failed':
      return <LoadFailure title={list.title} message={list.detail} onRetry={list.retry} />
    case 'empty':
      return <EmptyState title={list.title} body={list.body} />
    case 'ready':
      return (
        <ul className={styles['list']}>
          {list.rows.map((row) => (
            <Row key={row.id} row={row} onCancel={() => void panel.cancelQuery(row.id)} />
          ))}
        </ul>
      )
  }
}

function Row({ row, onCancel }: { row: RunningRow; onCancel(): void }) {
  return (
    <li className={styles['entry']} data-state={row.state}>
      <Scroller aria-label={row.facts} className={styles['sql']}>
        {row.sql}
      </Scroller>
      <p className={styles['facts']}>{row.facts}</p>
      {row.notes.map((note) => (
        <p key={note} className={styles['facts']}>
          {note}
        </p>
      ))}
      <div className={styles['buttons']}>
        <AffordanceButton affordance={row.cancel} icon={<Icon of={Square} size={14} />} onClick={onCancel}>
          {row.cancel.label}
        </AffordanceButton>
      </div>
    </li>
  )
}
