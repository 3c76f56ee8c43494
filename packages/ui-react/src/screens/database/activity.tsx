import type { ActivityScreen, OpenSession, ActivityRow, StopQuestion } from '@basedeck/core'
import { activityText as text, formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CornerDownRight } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FactList } from '../../elements/fact-list.js'
import { Icon } from '../../elements/icon.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Switch } from '../../elements/switch.js'
import { TextButton } from '../../elements/text-link.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import { SqlText } from '../../widgets/sql-text/sql-text.js'
import { Gated } from '../parts/gated.js'
import styles from './activity.module.css'

export function Activity({ screen }: { screen: ActivityScreen }) {
  const isPaused = useStore(screen.$isPaused)
  const showsIdle = useStore(screen.$showsIdle)
  const hidden = useStore(screen.$hidden)
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <Button aria-pressed={isPaused} onClick={() => screen.pause(!isPaused)}>
          {isPaused ? text.resume : text.pause}
        </Button>
      }
    >
      <Gated gate={screen.gate}>
        <div className={styles['toolbar']}>
          <Switch label={text.showIdle} isOn={showsIdle} onChange={screen.showIdle} />
          <p className={styles['summary']}>
            {useStore(screen.$summary)} <span>{isPaused ? text.paused : text.live}</span>
          </p>
        </div>
        {hidden !== null && <p className={styles['quiet']}>{hidden}</p>}
        <div className={styles['card']}>
          <DataList
            label={text.label}
            state={useStore(screen.$rows)}
            columns={columnsOf(screen)}
            keyOf={({ pid }) => pid}
            empty={
              showsIdle
                ? { title: text.none, body: text.noneBody }
                : { title: text.noneBusy, body: text.noneBusyBody }
            }
          />
        </div>
      </Gated>
      <Panel screen={screen} />
      <Stopping screen={screen} />
    </Page>
  )
}

const { columns } = text

const columnsOf = (screen: ActivityScreen): readonly DataListColumn<ActivityRow>[] => [
  {
    key: 'session',
    label: columns.session,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ pid, depth, holdsUp }) => (
      <span className={styles['process']} style={{ paddingInlineStart: depth * 20 }}>
        {depth > 0 && <Icon of={CornerDownRight} size={12} />}
        <TextButton aria-haspopup="dialog" aria-label={text.details(pid)} onClick={() => screen.open(pid)}>
          {pid}
        </TextButton>
        {holdsUp !== '' && <Badge tone="bad">{holdsUp}</Badge>}
      </span>
    ),
  },
  { key: 'role', label: columns.role, isNarrow: true, cell: ({ role }) => role },
  {
    key: 'application',
    label: columns.application,
    isNarrow: true,
    cell: ({ application, isOwn }) => (isOwn ? text.own : application),
  },
  {
    key: 'state',
    label: columns.state,
    isNarrow: true,
    cell: ({ state }) => <Badge tone={state.tone}>{state.label}</Badge>,
  },
  { key: 'waits', label: columns.waits, isNarrow: true, cell: ({ waits }) => waits },
  { key: 'time', label: columns.time, isNarrow: true, align: 'end', cell: ({ time }) => time },
  { key: 'query', label: columns.query, cell: ({ query }) => <code>{query}</code> },
  {
    key: 'actions',
    label: columns.actions,
    isHiddenLabel: true,
    isNarrow: true,
    align: 'end',
    cell: ({ pid }) => <RowMenuButton label={text.actionsOf(pid)} actions={() => screen.actionsOf(pid)} />,
  },
]

function Panel({ screen }: { screen: ActivityScreen }) {
  const open = useStore(screen.$open)
  const last = useLast(open)
  return (
    <SidePanel
      open={open !== null}
      title={last?.title ?? ''}
      closeLabel={text.panel.close}
      isWide
      onClose={screen.close}
    >
      {last && <Session session={last} copy={screen.copy} />}
    </SidePanel>
  )
}

function Session({ session, copy }: { session: OpenSession; copy: ActivityScreen['copy'] }) {
  const { facts, query, hasEnded } = session
  return (
    <div className={styles['panel']}>
      {hasEnded && <p role="status">{text.panel.ended}</p>}
      <FactList facts={facts} />
      {query && (
        <section aria-label={query.label} className={styles['statement']}>
          <header>
            <h3>{query.label}</h3>
            <CopyButton label={text.panel.copy} onCopy={() => copy(query.text)} />
          </header>
          <WideScroller aria-label={query.label} className={styles['code']}>
            <pre>
              <SqlText>{query.text}</SqlText>
            </pre>
          </WideScroller>
        </section>
      )}
    </div>
  )
}

function Stopping({ screen: { stopping } }: { screen: ActivityScreen }) {
  const state = useStore(stopping.$state)
  const last = useLast(state.status === 'open' ? state : null)
  const asked: StopQuestion | undefined = last?.subject
  return (
    <ConfirmDialog
      open={state.status === 'open'}
      title={asked ? text.title[asked.how](asked.pid) : ''}
      kind="danger"
      cancelLabel={formText.cancel}
      confirmLabel={asked ? text.confirm[asked.how] : ''}
      isBusy={last?.isBusy ?? false}
      problem={last?.problem}
      onCancel={stopping.cancel}
      onConfirm={() => void stopping.confirm()}
    >
      {asked?.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  )
}
