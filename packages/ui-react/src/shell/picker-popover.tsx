/**
 * A picker: a filter field, a list, actions below it. The field keeps the focus; the arrows go through all entries,
 * Enter opens one, Escape closes.
 */
import { Popover } from '@base-ui/react/popover'
import type { Picker, PickerEntry } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { useCloseUnderDialog } from '../bind/use-menu-state.js'
import { useDeck } from '../bind/deck-context.js'
import { usePortalContainer } from '../elements/portal-container.js'
import { Icon } from '../elements/icon.js'
import { PickerMessage } from './picker-message.js'
import { optionId, PickerOptions } from './picker-options.js'
import styles from './picker.module.css'

/** How far Page Up and Page Down go: one visible page. */
const PAGE = 7

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
  const { router } = useDeck()
  const list = useStore(picker.$list)
  const steps = useStore(picker.$steps)
  const search = useStore(picker.$search)
  const id = useId()
  const [marked, setMarked] = useState<number | null>(null)
  const entries = list.status === 'ready' ? list.entries : []
  const all = [...entries, ...steps]
  // Nothing is marked yet: the open one, else the first.
  const first = Math.max(
    0,
    entries.findIndex(({ active }) => active),
  )
  const at = Math.min(marked ?? first, all.length - 1)
  const mark = (index: number) => {
    setMarked(index)
    document.getElementById(optionId(id, index))?.scrollIntoView({ block: 'nearest' })
    if (index === entries.length - 1) picker.loadMore()
  }
  const open = (entry: PickerEntry | undefined) => {
    if (!entry || entry.refusal !== undefined) return
    // The browser follows a link out of the dashboard; the click closes the list.
    if (entry.isOutside) return document.getElementById(optionId(id, all.indexOf(entry)))?.click()
    onClose()
    if (!entry.active) router.open(entry.href)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => mark((at + 1) % all.length),
    ArrowUp: () => mark((at - 1 + all.length) % all.length),
    PageDown: () => mark(Math.min(at + PAGE, all.length - 1)),
    PageUp: () => mark(Math.max(at - PAGE, 0)),
    Enter: () => open(all[at]),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    // Enter that ends an input method's composition is not a choice.
    if (!act || all.length === 0 || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <div className={styles['field']}>
        <Icon of={Search} size={14} />
        <input
          role="combobox"
          aria-label={picker.label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={all.length === 0 ? undefined : optionId(id, at)}
          placeholder={picker.label}
          value={search}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setMarked(0)
            picker.search(event.target.value)
          }}
        />
      </div>
      <PickerMessage list={list} />
      <div
        id={id}
        role="listbox"
        aria-label={picker.label}
        aria-busy={list.status === 'ready' && (list.loadingMore || list.outdated)}
      >
        <PickerOptions
          id={id}
          label={shellText.pickers.entries}
          from={0}
          entries={entries}
          marked={at}
          className={styles['entries']}
          onMark={setMarked}
          onOpen={onClose}
          onNearEnd={picker.loadMore}
        />
        <PickerOptions
          id={id}
          label={shellText.pickers.steps}
          from={entries.length}
          entries={steps}
          marked={at}
          className={styles['steps']}
          onMark={setMarked}
          onOpen={onClose}
        />
      </div>
    </>
  )
}
