/** Active sessions of the database, and what blocks them, as a tab of the result. */
import type { RunningPanel, RunningRow } from '@basedeck/core'
import { sqlRunningText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Square } from 'lucide-react'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Scroller } from '../../elements/scroller.js'
import { Skeleton } from '../../elements/skeleton.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './query-tools.module.css'

export function RunningQueries({ panel }: { panel: RunningPanel }) {
  const list = useStore(panel.$runningRows)
  switch (list.status) {
    case 'loading':
      return (
        <div className={styles['tab']}>
          <Skeleton label={text.running} />
        </div>
      )
    case 'failed':
      return <LoadFailure title={list.title} message={list.detail} onRetry={list.retry} />
    case 'empty':
      return <EmptyState title={list.title} body={list.body} />
    case 'ready':
      return (
        <Scroller aria-label={text.running} className={styles['scroller']}>
          <ul className={styles['list']}>
            {list.rows.map((row) => (
              <Row key={row.id} row={row} onCancel={() => void panel.cancelQuery(row.id)} />
            ))}
          </ul>
        </Scroller>
      )
  }
}

function Row({ row, onCancel }: { row: RunningRow; onCancel(): void }) {
  return (
    <li className={styles['entry']} data-state={row.state}>
      <div className={styles['what']}>
        <p className={styles['sql']}>
          <SqlText>{row.sql}</SqlText>
        </p>
        <p className={styles['facts']}>{row.facts}</p>
        {row.notes.map((note) => (
          <p key={note} className={styles['facts']}>
            {note}
          </p>
        ))}
      </div>
      <div className={styles['buttons']}>
        <ControlButton controlState={row.cancel} icon={<Icon of={Square} size={14} />} onClick={onCancel}>
          {row.cancel.label}
        </ControlButton>
      </div>
    </li>
  )
}
