/** Past runs of the project: read again, copied, opened, removed. */
import { sqlRunningText as text, sqlText, type RunHistoryPanel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Copy, CornerUpLeft, Trash2 } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { Scroller } from '../../elements/scroller.js'
import { SearchField } from '../../elements/search-field.js'
import { SidePanel } from '../../elements/side-panel.js'
import styles from './query-tools.module.css'

export function HistoryPanel({ panel }: { panel: RunHistoryPanel }) {
  const open = useStore(panel.$isHistoryOpen)
  const runs = useStore(panel.$pastRuns)
  const words = useStore(panel.$historySearch)
  return (
    <SidePanel open={open} title={text.history} closeLabel={sqlText.close} onClose={panel.closeHistory}>
      <div className={styles['top']}>
        <p className={styles['hint']}>{panel.historyHint}</p>
        {runs.length > 0 && <Button onClick={panel.clearHistory}>{text.historyClear}</Button>}
      </div>
      {(runs.length > 0 || words !== '') && (
        <SearchField label={text.historyFind} value={words} onChange={panel.searchHistory} />
      )}
      {runs.length === 0 &&
        (words === '' ? (
          <EmptyState title={text.historyEmpty} body={text.historyEmptyBody} />
        ) : (
          <EmptyState title={text.historyNone} />
        ))}
      <ul className={styles['list']}>
        {runs.map((run) => (
          <li key={run.id} className={styles['entry']} data-outcome={run.outcome}>
            <Scroller aria-label={run.at} className={styles['sql']}>
              {run.sql}
            </Scroller>
            <p className={styles['facts']}>
              {run.at} · {run.facts}
            </p>
            {run.message !== undefined && <p className={styles['problem']}>{run.message}</p>}
            {run.note !== undefined && <p className={styles['facts']}>{run.note}</p>}
            <div className={styles['buttons']}>
              <Button icon={<Icon of={CornerUpLeft} size={14} />} onClick={() => panel.openPastRun(run.id)}>
                {text.historyInsert}
              </Button>
              <Button
                kind="ghost"
                icon={<Icon of={Copy} size={14} />}
                onClick={() => void panel.copyPastRun(run.id)}
              >
                {text.historyCopy}
              </Button>
              <Button
                kind="ghost"
                icon={<Icon of={Trash2} size={14} />}
                onClick={() => panel.removePastRun(run.id)}
              >
                {text.historyRemove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
