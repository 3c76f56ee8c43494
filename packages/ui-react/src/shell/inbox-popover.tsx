/** The inbox below the bell: two tabs, filters, and a list that grows. SPEC §2. */
import { Popover } from '@base-ui/react/popover'
import type { Inbox } from '@basedeck/core'
import { notificationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { useCloseUnderDialog } from '../bind/use-menu-state.js'
import { Badge } from '../elements/badge.js'
import { Button } from '../elements/button.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Tabs } from '../elements/tabs.js'
import { InboxFilterMenu } from './inbox-filter-menu.js'
import { InboxListPanel } from './inbox-list.js'
import styles from './inbox-popover.module.css'

export interface InboxPopoverProps {
  inbox: Inbox
  button: RefObject<HTMLButtonElement | null>
  onClose(): void
}

export function InboxPopover({ inbox, button, onClose }: InboxPopoverProps) {
  useCloseUnderDialog(onClose)
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // Its button closes it itself.
        if (!open && !button.current?.contains(event.target as Node | null)) onClose()
      }}
    >
      <Popover.Portal container={usePortalContainer()}>
        <Popover.Positioner
          anchor={button}
          align="end"
          sideOffset={6}
          collisionPadding={0}
          className={styles['positioner']}
        >
          <Popover.Popup className={styles['popup']} finalFocus={button} aria-label={text.label}>
            <Content inbox={inbox} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Content({ inbox }: { inbox: Inbox }) {
  const tabs = useStore(inbox.$tabs)
  const canArchiveAll = useStore(inbox.$canArchiveAll)
  const isArchiving = useStore(inbox.$isArchivingAll)
  const isFiltered = useStore(inbox.$filter).count > 0
  return (
    <Tabs
      label={text.label}
      active={useStore(inbox.$tab)}
      tabs={tabs.map(({ count, ...tab }) => ({
        ...tab,
        mark: count && (
          <span className={styles['count']} data-wide={count.isWide || undefined}>
            <Badge tone="accent">
              <span aria-hidden>{count.text}</span>
              <span className={styles['hidden']}>{count.name}</span>
            </Badge>
          </span>
        ),
      }))}
      onOpen={(key) => inbox.openTab(key as 'inbox' | 'archived')}
      end={
        <>
          <InboxFilterMenu inbox={inbox} />
          {canArchiveAll && (
            <Button
              aria-disabled={isArchiving}
              title={isFiltered ? text.archiveAllFiltered : undefined}
              onClick={() => !isArchiving && void inbox.archiveAll()}
            >
              {text.archiveAll}
            </Button>
          )}
        </>
      }
    >
      <InboxListPanel inbox={inbox} />
    </Tabs>
  )
}
