/** A picker: a search field, a list of links, and steps below it. */
import { Popover } from '@base-ui/react/popover'
import type { Picker, PickerEntry } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { memo, type RefObject } from 'react'
import { useCloseUnderDialog } from '../bind/use-menu-state.js'
import { Badge } from '../elements/badge.js'
import { Combobox, ComboboxList, ComboboxOption } from '../elements/combobox.js'
import { Icon } from '../elements/icon.js'
import { Name } from '../elements/name.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Scroller } from '../elements/scroller.js'
import { PickerMessage } from './picker-message.js'
import styles from './picker.module.css'

/** Pixels before the end of the list at which more is loaded: the height of the list. */
const NEAR_END = 210

export interface PickerPopoverProps {
  picker: Picker
  button: RefObject<HTMLButtonElement | null>
  onClose(): void
}

export function PickerPopover({ picker, button, onClose }: PickerPopoverProps) {
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
        <Popover.Positioner anchor={button} align="start" sideOffset={6} className={styles['positioner']}>
          <Popover.Popup className={styles['popup']} finalFocus={button} aria-label={picker.label}>
            <Content picker={picker} onClose={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Content({ picker, onClose }: { picker: Picker; onClose(): void }) {
  const list = useStore(picker.$list)
  const steps = useStore(picker.$steps)
  const isReady = list.status === 'ready'
  const entries = isReady ? list.entries : []
  const start = entries.find(({ active }) => active) ?? entries[0]
  return (
    <Combobox
      label={picker.label}
      words={useStore(picker.$search)}
      start={start?.key ?? null}
      onType={picker.search}
    >
      <PickerMessage list={list} />
      <ComboboxList label={picker.label} isBusy={isReady && (list.loadingMore || list.outdated)}>
        {entries.length > 0 && (
          <Scroller
            aria-label={shellText.pickers.entries}
            className={styles['entries']}
            onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
              if (scrollHeight - scrollTop - clientHeight < NEAR_END) picker.loadMore()
            }}
          >
            <Entries of={entries} onOpen={onClose} />
          </Scroller>
        )}
        {steps.length > 0 && (
          <div role="group" aria-label={shellText.pickers.steps} className={styles['steps']}>
            <Entries of={steps} onOpen={onClose} />
          </div>
        )}
      </ComboboxList>
    </Combobox>
  )
}

function Entries({ of: entries, onOpen }: { of: readonly PickerEntry[]; onOpen(): void }) {
  return entries.map((entry) => <Entry key={entry.key} entry={entry} onOpen={onOpen} />)
}

/** A list is drawn again with every key; most entries do not change. */
const Entry = memo(function Entry({ entry, onOpen }: { entry: PickerEntry; onOpen(): void }) {
  const { key, label, href, active, badge, refusal, isOutside = false } = entry
  return (
    <ComboboxOption
      value={key}
      href={href}
      isOutside={isOutside}
      isDisabled={refusal !== undefined}
      className={styles['option']}
      onClick={onOpen}
    >
      <span className={styles['name']}>
        <Name>{label}</Name>
      </span>
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      {active && <Icon of={Check} size={14} />}
      {refusal !== undefined && <span className={styles['refusal']}>{refusal}</span>}
    </ComboboxOption>
  )
})
