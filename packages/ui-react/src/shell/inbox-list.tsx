/** The notifications of a tab. Arrow keys go from one to the next; what comes into view counts as seen. */
import type { Inbox, InboxRow } from '@basedeck/core'
import { exactTime, notificationText as text, pastTime } from '@basedeck/core/text'
import type { NotificationStatus } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Archive, ArchiveRestore, CircleAlert, Mail, MailOpen, TriangleAlert } from 'lucide-react'
import { useCallback, useId, useState, type KeyboardEvent } from 'react'
import { onceInView } from '../bind/once-in-view.js'
import { useNow } from '../bind/use-now.js'
import { EmptyState } from '../elements/empty-state.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { ListEnd } from '../elements/list-end.js'
import { LoadFailure } from '../elements/load-failure.js'
import { OutsideLink } from '../elements/outside-link.js'
import { Skeleton } from '../elements/skeleton.js'
import { VirtualList, type RowAttributes } from '../elements/virtual-list.js'
import { Markdown } from '../widgets/markdown/markdown.js'
import { focusBeside, focusByKey, rowIdOf } from '../bind/inbox-focus.js'
import styles from './inbox-list.module.css'

/** Pixels. SPEC §9. */
const ROW_HEIGHT = 56

export function InboxListPanel({ inbox }: { inbox: Inbox }) {
  const list = useStore(inbox.$list)
  return (
    <div className={styles['panel']}>
      {list.status === 'loading' && <Skeleton label={text.loading} lines={6} />}
      {list.status === 'failed' && (
        <LoadFailure title={list.title} message={list.detail} onRetry={list.retry} />
      )}
      {list.status === 'empty' && <EmptyState title={list.title} body={list.hint} />}
      {list.status === 'ready' && <Rows inbox={inbox} list={list} />}
    </div>
  )
}

type ReadyList = Extract<ReturnType<Inbox['$list']['get']>, { status: 'ready' }>

function Rows({ inbox, list }: { inbox: Inbox; list: ReadyList }) {
  const [focused, setFocused] = useState<string>()
  return (
    <>
      <div
        role="presentation"
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          if (focusByKey(event.currentTarget, event.key)) event.preventDefault()
        }}
        onFocus={({ target }) => setFocused(rowIdOf(target))}
      >
        <ul aria-label={text.list} aria-busy={list.loadingMore}>
          <VirtualList
            items={list.rows}
            keyOf={({ id }) => id}
            rowHeight={ROW_HEIGHT}
            kept={[focused]}
            renderGap={(attributes) => <li aria-hidden {...attributes} />}
            renderRow={(row, attributes) => <Row row={row} inbox={inbox} attributes={attributes} />}
          />
        </ul>
      </div>
      {list.hasMore && (
        <ListEnd
          label={text.more}
          loadingLabel={text.loadingMore}
          isLoading={list.loadingMore}
          problem={list.problem}
          onMore={inbox.loadMore}
        />
      )}
    </>
  )
}

interface RowProps {
  row: InboxRow
  inbox: Inbox
  attributes: RowAttributes
}

const OFFER_ICONS = { new: Mail, seen: MailOpen, archived: Archive }

function Row({ row, inbox, attributes: { ref: measure, ...attributes } }: RowProps) {
  const { id, isUnread, mark, title, message, links, offers } = row
  const titleId = useId()
  const watch = useCallback(
    (element: HTMLElement | null) => {
      measure?.(element)
      return onceInView(element, () => inbox.shown(id))
    },
    [inbox, id, measure],
  )
  const offer = (button: Element, status: NotificationStatus) => {
    if (row.status === 'archived' || status === 'archived') focusBeside(button)
    void inbox.setStatus(id, status)
  }
  return (
    <li ref={watch} {...attributes}>
      <div
        role="group"
        tabIndex={0}
        data-row={id}
        data-unread={isUnread || undefined}
        className={styles['row']}
        aria-labelledby={titleId}
      >
        <span className={styles['mark']} data-kind={mark?.kind}>
          {mark && <Icon of={mark.kind === 'critical' ? TriangleAlert : CircleAlert} />}
          {!mark && isUnread && <span className={styles['dot']} />}
        </span>
        <div className={styles['words']}>
          <div className={styles['head']}>
            <p id={titleId} className={styles['title']}>
              {mark && <span className={styles['hidden']}>{mark.label}: </span>}
              <bdi>{title}</bdi>
              {isUnread && <span className={styles['hidden']}>, {text.unread}</span>}
            </p>
            <Arrived at={row.at} />
          </div>
          {message !== '' && (
            <div className={styles['message']}>
              <Markdown text={message} />
            </div>
          )}
          {links.length > 0 && (
            <div className={styles['links']} data-links>
              {links.map(({ key, label, href }) => (
                <OutsideLink key={key} href={href} className={styles['link']}>
                  {label}
                </OutsideLink>
              ))}
            </div>
          )}
        </div>
        <div className={styles['offers']}>
          {offers.map(({ status, label }) => (
            <IconButton
              key={status}
              label={label}
              icon={<Icon of={row.status === 'archived' ? ArchiveRestore : OFFER_ICONS[status]} />}
              aria-describedby={titleId}
              onClick={({ currentTarget }) => offer(currentTarget, status)}
            />
          ))}
        </div>
      </div>
    </li>
  )
}

function Arrived({ at }: { at: string }) {
  const moment = Date.parse(at)
  return (
    <time
      dateTime={at}
      title={Number.isNaN(moment) ? undefined : exactTime(moment)}
      className={styles['time']}
    >
      {pastTime(moment, useNow())}
    </time>
  )
}
