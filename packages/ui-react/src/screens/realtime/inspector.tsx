/** The inspector of realtime: the channel on the left, what it brings on the right. */
import type { PresentRow, RealtimeInspectorScreen } from '@basedeck/core'
import { realtimeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Gated } from '../parts/gated.js'
import { ImpersonationDialog } from '../parts/impersonation-dialog.js'
import { ChannelForm } from './channel-form.js'
import { HeardMessages } from './heard-messages.js'
import styles from './inspector.module.css'
import { RealtimeSettings } from './realtime-settings.js'

const TONES: Readonly<Record<Exclude<keyof typeof text.states, 'partly'>, BadgeTone>> = {
  idle: 'quiet',
  joining: 'accent',
  joined: 'good',
  refused: 'bad',
  lost: 'bad',
}

export function RealtimeInspector({ screen }: { screen: RealtimeInspectorScreen }) {
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <div className={styles['columns']}>
          <div className={styles['side']}>
            <ChannelForm screen={screen} state={<State screen={screen} />} />
            <Send screen={screen} />
          </div>
          <div className={styles['main']}>
            <HeardMessages screen={screen} />
            <WhoIsHere screen={screen} />
          </div>
        </div>
        <RealtimeSettings settings={screen.settings} />
        <ImpersonationDialog picker={screen.role} />
      </Gated>
    </Page>
  )
}

function State({ screen }: { screen: RealtimeInspectorScreen }) {
  const { status } = useStore(screen.$state)
  const body = useStore(screen.$stateBody)
  const isPartly = useStore(screen.$isPartly)
  return (
    <div role="status" className={styles['state']}>
      <Badge tone={isPartly ? 'bad' : TONES[status]}>
        {isPartly ? text.states.partly : text.states[status]}
      </Badge>
      {body !== '' && <span>{body}</span>}
    </div>
  )
}

function Send({ screen: { broadcast, $state } }: { screen: RealtimeInspectorScreen }) {
  const isJoined = useStore($state).status === 'joined'
  return (
    <Section title={text.send.title} isFlush>
      {isJoined ? (
        <Form
          form={broadcast}
          label={text.send.title}
          submitLabel={text.send.submit}
          sendingLabel={text.send.sending}
        >
          <TextField form={broadcast} name="event" label={text.send.event} isCode />
          <TextField
            form={broadcast}
            name="payload"
            label={text.send.payload}
            hint={text.send.payloadHint}
            rows={4}
            isCode
          />
        </Form>
      ) : (
        <p className={styles['quiet']}>{text.send.notJoined}</p>
      )}
    </Section>
  )
}

const { columns } = text.present
const PRESENT_COLUMNS: readonly DataListColumn<PresentRow>[] = [
  {
    key: 'key',
    label: columns.key,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ key }) => <code>{key}</code>,
  },
  {
    key: 'connections',
    label: columns.connections,
    isNarrow: true,
    align: 'end',
    cell: ({ connections }) => connections,
  },
  { key: 'said', label: columns.said, cell: ({ said }) => <code>{said}</code> },
]

function WhoIsHere({ screen }: { screen: RealtimeInspectorScreen }) {
  const present = useStore(screen.$present)
  const { status } = useStore(screen.$state)
  return (
    <Section title={text.present.title} isFlush>
      {status === 'idle' ? (
        <EmptyState title={text.present.none} body={text.present.idleBody} />
      ) : present === null ? (
        <EmptyState title={text.present.off} body={text.present.offBody} />
      ) : (
        <DataList<PresentRow>
          label={text.present.title}
          state={{ status: 'ready', data: present }}
          keyOf={({ key }) => key}
          columns={PRESENT_COLUMNS}
          empty={{ title: text.present.none, body: text.present.noneBody }}
        />
      )}
    </Section>
  )
}
