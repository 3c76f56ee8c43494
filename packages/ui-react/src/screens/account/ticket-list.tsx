/** The support tickets of the installation; each opens in a panel. */
import type { TicketList } from '@basedeck/core'
import { installationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { CutText } from '../../elements/cut-text.js'
import type { DataListColumn } from '../../elements/data-list.js'
import { FactList } from '../../elements/fact-list.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextButton } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { Found, type ItemOf } from './installation-lists.js'
import styles from './installation.module.css'

type Ticket = ItemOf<TicketList>

export function AllTickets({ list }: { list: TicketList }) {
  return (
    <>
      <Found
        list={list}
        title={text.tickets}
        description={text.ticketsBody}
        find={text.findTicket}
        none={text.noTickets}
        keyOf={({ id }) => id}
        columns={columnsOf(list)}
      />
      <TicketPanel list={list} />
    </>
  )
}

function columnsOf(list: TicketList): DataListColumn<Ticket>[] {
  return [
    {
      key: 'when',
      label: text.ticketFacts.when,
      isNarrow: true,
      cell: ({ inserted_at }) => <Time at={inserted_at} />,
    },
    {
      key: 'subject',
      label: text.ticket,
      isRowHeader: true,
      cell: ({ id, subject }) => (
        <TextButton aria-haspopup="dialog" onClick={() => list.open(id)}>
          <CutText>{subject}</CutText>
        </TextButton>
      ),
    },
    { key: 'category', label: text.ticketFacts.category, cell: (ticket) => list.categoryOf(ticket) },
    {
      key: 'person',
      label: text.ticketFacts.person,
      cell: (ticket) => <CutText>{list.personOf(ticket)}</CutText>,
    },
  ]
}

function TicketPanel({ list }: { list: TicketList }) {
  const ticket = useStore(list.$open)
  const last = useLast(ticket)
  return (
    <SidePanel open={ticket !== null} title={last?.title ?? ''} closeLabel={text.close} onClose={list.close}>
      {last && (
        <div className={styles['ticket']}>
          <FactList
            facts={last.facts.map(({ label, value, isCode = false }) => ({
              key: label,
              label,
              value: isCode ? <code>{value}</code> : <bdi>{value}</bdi>,
            }))}
          />
          <h3>{text.ticketMessage}</h3>
          <p>{last.message}</p>
          {last.error !== null && (
            <>
              <h3>{text.ticketError}</h3>
              <p>{last.error}</p>
            </>
          )}
        </div>
      )}
    </SidePanel>
  )
}
