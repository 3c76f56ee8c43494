/** The mails of the last day: how their delivery goes, and what those say that are kept here. */
import type { SentMailRow, SentMailScreen } from '@basedeck/core'
import { authMailsText as text, authSettingsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { MailOpen, Send, Trash2 } from 'lucide-react'
import { PHONE, useMedia } from '../../bind/use-media.js'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Name } from '../../elements/name.js'
import { OutsideLink } from '../../elements/outside-link.js'
import { Page } from '../../elements/page.js'
import { PlainDialog } from '../../elements/plain-dialog.js'
import { Section } from '../../elements/section.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { MailFrame } from './mail-frame.js'
import styles from './sent-mail.module.css'
import { SubjectLinks } from '../parts/subject-links.js'

export function SentMail({ screen }: { screen: SentMailScreen }) {
  const rows = useStore(screen.$rows)
  const way = useStore(screen.$way)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      width="list"
      tabs={<SubjectLinks label={authSettingsText.more.label} links={screen.links} />}
      actions={<Button onClick={screen.refresh}>{text.refresh}</Button>}
    >
      <Gated gate={screen.gate}>
        {way && <Section title={way.title} description={way.body} />}
        <Section title={text.list} isFlush>
          <DataList
            label={text.list}
            state={rows}
            columns={useColumns(screen)}
            keyOf={({ id }) => id}
            empty={{ title: text.none, body: text.noneBody }}
          />
        </Section>
      </Gated>
      <Opened screen={screen} />
    </Page>
  )
}

const TONES = { kept: 'plain', waiting: 'quiet', delivered: 'good', failed: 'bad' } as const

function useColumns(screen: SentMailScreen): DataListColumn<SentMailRow>[] {
  const mayRemove = useStore(screen.$mayRemove)
  const maySend = useStore(screen.$maySend)
  const isPhone = useMedia(PHONE)
  const { columns } = text
  // On a phone there is no room for a column beside the two that stay at the edges.
  const subjectColumn: DataListColumn<SentMailRow> = {
    key: 'subject',
    label: columns.subject,
    cell: ({ subject }) => <span className={styles['subject']}>{subject}</span>,
  }
  return [
    {
      key: 'to',
      label: columns.to,
      isRowHeader: true,
      cell: ({ to, subject }) => (
        <div className={styles['recipient']}>
          <Name>{to}</Name>
          {isPhone && <span className={styles['below']}>{subject}</span>}
        </div>
      ),
    },
    ...(isPhone ? [] : [subjectColumn]),
    { key: 'kind', label: columns.kind, cell: ({ kind }) => kind },
    {
      key: 'status',
      label: columns.status,
      cell: ({ status, statusLabel, detail }) => (
        <span className={styles['status']}>
          <Badge tone={TONES[status]}>{statusLabel}</Badge>
          {detail}
        </span>
      ),
    },
    { key: 'created', label: columns.created, cell: ({ created }) => <Time at={created} /> },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['actions']}>
          {row.canOpen && (
            <IconButton
              label={text.openLabel(row.to)}
              icon={<Icon of={MailOpen} size={14} />}
              onClick={() => void screen.open(row)}
            />
          )}
          {row.canSendAgain && (
            <IconButton
              label={text.sendAgainLabel(row.to)}
              hint={maySend.hint}
              aria-disabled={maySend.disabled}
              icon={<Icon of={Send} size={14} />}
              onClick={() => maySend.disabled || void screen.sendAgain(row)}
            />
          )}
          <IconButton
            label={text.removeLabel(row.to)}
            hint={mayRemove.hint}
            aria-disabled={mayRemove.disabled}
            icon={<Icon of={Trash2} size={14} />}
            onClick={() => mayRemove.disabled || void screen.remove(row)}
          />
        </span>
      ),
    },
  ]
}

function Opened({ screen }: { screen: SentMailScreen }) {
  const opened = useStore(screen.$opened)
  return (
    <PlainDialog
      open={opened !== null}
      title={opened === null ? '' : text.opened(opened.to)}
      buttons={<Button onClick={screen.close}>{text.close}</Button>}
      onClose={screen.close}
    >
      {opened && (
        <div className={styles['mail']}>
          <p>{opened.note}</p>
          <p>
            <strong>{opened.mail.subject}</strong>
          </p>
          <MailFrame title={text.frame} html={opened.mail.html} />
          {opened.links.length > 0 && (
            <>
              <p>{text.links}</p>
              <ul>
                {opened.links.map((address) => (
                  <li key={address}>
                    <OutsideLink href={address}>{address}</OutsideLink>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </PlainDialog>
  )
}
