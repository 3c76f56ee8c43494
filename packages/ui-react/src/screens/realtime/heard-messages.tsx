/** The messages of the channel, newest first, and the one that is open. */
import type { MessageRow, RealtimeInspectorScreen } from '@basedeck/core'
import { exactTime, realtimeText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextButton } from '../../elements/text-link.js'
import { JsonView } from '../../widgets/json-view/json-view.js'
import styles from './inspector.module.css'

const text = realtimeText.messages
const ALL = ''
const KINDS = ['changes', 'broadcast', 'presence', 'system'] as const

export function HeardMessages({ screen }: { screen: RealtimeInspectorScreen }) {
  const { messages } = screen
  const rows = useStore(messages.$rows)
  const { kind, words } = useStore(messages.$filter)
  const isPaused = useStore(messages.$isPaused)
  const isJoined = useStore(screen.$state).status === 'joined'
  const isNarrowed = kind !== null || words.trim() !== ''
  return (
    <Section
      title={text.title}
      isFlush
      actions={
        <div className={styles['buttons']}>
          <Button aria-pressed={isPaused} onClick={() => messages.pause(!isPaused)}>
            {isPaused ? text.resume : text.pause}
          </Button>
          <Button onClick={messages.clear}>{text.clear}</Button>
        </div>
      }
    >
      <div className={styles['toolbar']}>
        <SearchField label={text.search} value={words} onChange={messages.search} />
        <Select
          label={text.kind}
          value={kind ?? ALL}
          choices={[
            { value: ALL, label: text.allKinds },
            ...KINDS.map((value) => ({ value, label: text.kinds[value] })),
          ]}
          onChoose={(value) => messages.showKind(KINDS.find((one) => one === value) ?? null)}
        />
        <p className={styles['summary']}>
          {useStore(messages.$summary)} <span role="status">{useStore(messages.$waiting)}</span>
        </p>
      </div>
      <DataList
        label={text.title}
        state={{ status: 'ready', data: rows }}
        columns={columnsOf(messages.open)}
        keyOf={({ id }) => id}
        empty={
          isNarrowed
            ? { title: text.noneFit, body: text.noneFitBody }
            : { title: text.none, body: isJoined ? text.noneJoined : text.noneIdle }
        }
      />
      <OpenMessage screen={screen} />
    </Section>
  )
}

function columnsOf(open: (id: number) => void): readonly DataListColumn<MessageRow>[] {
  const { columns } = text
  return [
    {
      key: 'at',
      label: columns.at,
      isRowHeader: true,
      isNarrow: true,
      cell: ({ id, at, label, event }) => (
        <TextButton
          aria-haspopup="dialog"
          aria-label={`${exactTime(at)}: ${text.open(event || label)}`}
          onClick={() => open(id)}
        >
          <span className={styles['time']}>{clockTime(at)}</span>
        </TextButton>
      ),
    },
    {
      key: 'kind',
      label: columns.kind,
      isNarrow: true,
      cell: ({ label, isRefusal }) => (
        <Badge tone={isRefusal ? 'bad' : 'quiet'}>{isRefusal ? text.refusal : label}</Badge>
      ),
    },
    { key: 'event', label: columns.event, isNarrow: true, cell: ({ event }) => event },
    { key: 'payload', label: columns.payload, cell: ({ line }) => <code>{line}</code> },
  ]
}

/** Hours to milliseconds in the user's zone. */
function clockTime(at: number): string {
  const moment = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  return `${time}.${String(moment.getMilliseconds()).padStart(3, '0')}`
}

function OpenMessage({ screen: { messages } }: { screen: RealtimeInspectorScreen }) {
  const open = useStore(messages.$open)
  const last = useLast(open)
  return (
    <SidePanel
      open={open !== null}
      title={last?.title ?? ''}
      closeLabel={text.close}
      isWide
      onClose={messages.close}
    >
      {last && (
        <div className={styles['opened']}>
          <div className={styles['buttons']}>
            {last.isRefusal && <Badge tone="bad">{text.refusal}</Badge>}
            <time dateTime={new Date(last.at).toISOString()}>{exactTime(last.at)}</time>
            <CopyButton label={text.copy} onCopy={messages.copy} />
          </div>
          <JsonView label={text.columns.payload} json={last.payload} />
        </div>
      )}
    </SidePanel>
  )
}
