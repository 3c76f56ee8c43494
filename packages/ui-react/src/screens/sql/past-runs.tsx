/** Past runs of the project, as a tab of the result: found, opened as a query, copied, removed. */
import type { RunHistoryPanel } from '@basedeck/core'
import { sqlRunningText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Copy, CornerUpLeft, Trash2 } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Scroller } from '../../elements/scroller.js'
import { SearchField } from '../../elements/search-field.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './query-tools.module.css'

export function PastRuns({ panel }: { panel: RunHistoryPanel }) {
  const runs = useStore(panel.$pastRuns)
  const words = useStore(panel.$historySearch)
  if (runs.length === 0 && words === '')
    return <EmptyState title={text.historyEmpty} body={text.historyEmptyBody} />
  return (
    <div className={styles['tab']}>
      <div className={styles['top']}>
        <SearchField label={text.historyFind} value={words} onChange={panel.searchHistory} />
        <p className={styles['hint']}>{panel.historyHint}</p>
        <Button kind="ghost" onClick={panel.clearHistory}>
          {text.historyClear}
        </Button>
      </div>
      {runs.length === 0 ? (
        <EmptyState title={text.historyNone}>
          <Button onClick={() => panel.searchHistory('')}>{text.historyAll}</Button>
        </EmptyState>
      ) : (
        <Scroller aria-label={text.historyTab} className={styles['scroller']}>
          <ul className={styles['list']}>
            {runs.map((run) => (
              <li key={run.id} className={styles['entry']} data-outcome={run.outcome}>
                <div className={styles['what']}>
                  <p className={styles['sql']}>
                    <SqlText>{run.sql}</SqlText>
                  </p>
                  <p className={styles['facts']}>
                    {run.at} · {run.facts}
                  </p>
                  {run.message !== undefined && <p className={styles['problem']}>{run.message}</p>}
                  {run.note !== undefined && <p className={styles['facts']}>{run.note}</p>}
                </div>
                <Actions panel={panel} id={run.id} />
              </li>
            ))}
          </ul>
        </Scroller>
      )}
    </div>
  )
}

function Actions({ panel, id }: { panel: RunHistoryPanel; id: string }) {
  return (
    <div className={styles['buttons']}>
      <IconButton
        label={text.historyInsert}
        icon={<Icon of={CornerUpLeft} size={14} />}
        onClick={() => panel.openPastRun(id)}
      />
      <IconButton
        label={text.historyCopy}
        icon={<Icon of={Copy} size={14} />}
        onClick={() => void panel.copyPastRun(id)}
      />
      <IconButton
        label={text.historyRemove}
        icon={<Icon of={Trash2} size={14} />}
        onClick={() => panel.removePastRun(id)}
      />
    </div>
  )
}
