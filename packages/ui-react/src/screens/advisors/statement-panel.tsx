/** One statement: its text, what was counted, its plan, the indexes that may help, and its hours. */
import type { OpenStatement, ShownIndex, StatementPanel as Panel } from '@basedeck/core'
import { queryPerformanceText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FactList } from '../../elements/fact-list.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import styles from './query-performance.module.css'

const text = queryPerformanceText.panel

export interface StatementPanelProps {
  panel: Panel
  copy(text: string): Promise<boolean>
  extensionsHref: string
}

export function StatementPanel(props: StatementPanelProps) {
  const open = useStore(props.panel.$open)
  const last = useLast(open)
  return (
    <SidePanel
      open={open !== null}
      title={text.title}
      closeLabel={text.close}
      isWide
      onClose={props.panel.close}
    >
      {last && <Opened {...props} open={last} />}
    </SidePanel>
  )
}

function Opened({ open, panel, copy, extensionsHref }: StatementPanelProps & { open: OpenStatement }) {
  const { detail, plan, history } = open
  return (
    <div className={styles['panel']}>
      <RemoteContent state={detail}>
        {(shown) =>
          shown === null ? (
            <EmptyState title={text.gone} body={text.goneBody} />
          ) : (
            <>
              <Part
                title={text.text}
                actions={
                  <span className={styles['buttons']}>
                    <CopyButton label={text.copy} onCopy={() => copy(shown.text)} />
                    <Button onClick={() => void panel.openSql(shown.text)}>{text.openSql}</Button>
                  </span>
                }
              >
                <WideScroller aria-label={text.text} className={styles['code']}>
                  <pre>
                    <SqlText>{shown.text}</SqlText>
                  </pre>
                </WideScroller>
              </Part>
              <FactList facts={shown.facts} />
            </>
          )
        }
      </RemoteContent>
      {detail.status === 'ready' && detail.data !== null && (
        <Plan plan={plan} openSql={panel.openSql} extensionsHref={extensionsHref} />
      )}
      {detail.status === 'ready' && <History history={history} />}
    </div>
  )
}

function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['part']}>
      <header>
        <h3 id={id}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  )
}

interface PlanProps {
  plan: OpenStatement['plan']
  openSql(sql: string): Promise<void>
  extensionsHref: string
}

function Plan({ plan, openSql, extensionsHref }: PlanProps) {
  if (plan.status === 'failed')
    return (
      <Part title={text.plan}>
        <LoadFailure title={text.planFailed} message={plan.error.message} onRetry={plan.retry} />
      </Part>
    )
  if (plan.status === 'ready' && plan.data === null)
    return (
      <Part title={text.plan}>
        <p>{text.noPlan}</p>
      </Part>
    )
  return (
    <>
      <Part title={text.plan}>
        <p>{text.planBody}</p>
        <RemoteContent state={plan}>
          {(data) =>
            data && (
              <WideScroller aria-label={text.plan} className={styles['code']}>
                <pre>
                  {data.lines.map(({ depth, text: line, isDetail }, index) => (
                    <span key={index} className={isDetail ? styles['detail'] : undefined}>
                      {`${'  '.repeat(depth)}${depth > 0 && !isDetail ? '→ ' : ''}${line}\n`}
                    </span>
                  ))}
                </pre>
              </WideScroller>
            )
          }
        </RemoteContent>
      </Part>
      {plan.status === 'ready' && plan.data && (
        <Part title={text.indexes}>
          {plan.data.indexes.note !== null && <p>{plan.data.indexes.note}</p>}
          {plan.data.indexes.indexes.length > 0 && (
            <ul className={styles['indexes']} aria-label={text.indexes}>
              {plan.data.indexes.indexes.map((one) => (
                <Index key={one.sql} index={one} openSql={openSql} />
              ))}
            </ul>
          )}
          {plan.data.indexes.note === text.notTried && (
            <TextLink href={extensionsHref}>{queryPerformanceText.setup.toExtensions}</TextLink>
          )}
        </Part>
      )}
    </>
  )
}

function Index({ index, openSql }: { index: ShownIndex; openSql(sql: string): Promise<void> }) {
  return (
    <li className={styles['index']}>
      <code>
        <SqlText>{index.sql}</SqlText>
      </code>
      {index.gain !== null && <p>{index.gain}</p>}
      <span className={styles['buttons']}>
        <Button onClick={() => void openSql(index.sql)}>{text.openSql}</Button>
      </span>
    </li>
  )
}

type Point = Extract<OpenStatement['history'], { status: 'ready' }>['data'][number]

const { ms } = queryPerformanceText
const { historyHead } = text
const HISTORY_COLUMNS: readonly DataListColumn<Point>[] = [
  { key: 'at', label: historyHead.at, isRowHeader: true, cell: ({ at }) => <Time at={at} /> },
  {
    key: 'calls',
    label: historyHead.calls,
    align: 'end',
    cell: ({ calls }) => calls.toLocaleString('en'),
  },
  {
    key: 'mean',
    label: historyHead.mean,
    align: 'end',
    cell: ({ calls, total_ms: total }) => ms(total / Math.max(1, calls)),
  },
  { key: 'total', label: historyHead.total, align: 'end', cell: ({ total_ms: total }) => ms(total) },
]

function History({ history }: { history: OpenStatement['history'] }) {
  return (
    <Part title={text.history}>
      <RemoteContent state={history}>
        {(points) =>
          points.length === 0 ? (
            <p>{text.noHistory}</p>
          ) : (
            <DataList
              label={text.history}
              state={{ status: 'ready', data: points.toReversed() }}
              columns={HISTORY_COLUMNS}
              keyOf={({ at }) => at}
              empty={{ title: text.noHistory }}
            />
          )
        }
      </RemoteContent>
    </Part>
  )
}
