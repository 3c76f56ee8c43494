/** The command menu: a field, and below it the matches, in groups. The field keeps the focus. */
import { Dialog } from '@base-ui/react/dialog'
import type { CommandEntry, CommandGroup, CommandMenu } from '@basedeck/core'
import { commandText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { useId, useRef, type KeyboardEvent } from 'react'
import { keyLabel } from '../bind/platform-keys.js'
import { useLast } from '../bind/use-last.js'
import { Icon } from '../elements/icon.js'
import { Keys } from '../elements/keys.js'
import { Name } from '../elements/name.js'
import overlay from '../elements/overlay.module.css'
import styles from './command-menu.module.css'

export function CommandMenuDialog({ menu }: { menu: CommandMenu | null }) {
  const shown = useLast(menu)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={menu !== null} onOpenChange={(open) => !open && menu?.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup className={styles['popup']} aria-label={commandText.title} initialFocus={field}>
          {shown && <Content menu={shown} field={field} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ContentProps {
  menu: CommandMenu
  field: React.RefObject<HTMLInputElement | null>
}

function Content({ menu, field }: ContentProps) {
  const query = useStore(menu.$query)
  const groups = useStore(menu.$groups)
  const active = useStore(menu.$active)
  const status = useStore(menu.$status)
  const id = useId()
  // An id must not contain a blank.
  const idOf = (key: string) => id + encodeURIComponent(key)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = MOVES[event.key]
    if (to === undefined && event.key !== 'Enter') return
    // In a text field Home and End move the caret.
    if ((to === 'first' || to === 'last') && query !== '') return
    event.preventDefault()
    if (to === undefined) menu.take()
    else menu.move(to)
  }
  return (
    <>
      <div className={styles['field']}>
        <Icon of={Search} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={commandText.find}
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={active === null ? undefined : idOf(active)}
          aria-autocomplete="list"
          placeholder={commandText.find}
          value={query}
          autoComplete="off"
          spellCheck={false}
          className={styles['input']}
          onFocus={({ target }) => {
            // What was typed before is in it already.
            target.setSelectionRange(target.value.length, target.value.length)
            menu.fieldFocused()
          }}
          onChange={(event) => menu.type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div id={`${id}list`} role="listbox" aria-label={commandText.results} className={styles['list']}>
        {groups.map((group) => (
          <Group key={group.kind} group={group} active={active} menu={menu} idOf={idOf} />
        ))}
      </div>
      <footer className={styles['footer']}>
        <p role="status">{status}</p>
        <p className={styles['hints']} aria-hidden>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {commandText.hints.move} <kbd>{keyLabel({ key: 'Enter' })}</kbd>{' '}
          {commandText.hints.open} <kbd>{keyLabel({ key: 'Escape' })}</kbd> {commandText.hints.close}
        </p>
      </footer>
    </>
  )
}

const MOVES: Readonly<Record<string, Parameters<CommandMenu['move']>[0]>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

interface GroupProps {
  group: CommandGroup
  active: string | null
  menu: CommandMenu
  idOf(key: string): string
}

function Group({ group, active, menu, idOf }: GroupProps) {
  const title = idOf(`group ${group.kind}`)
  return (
    <div role="group" aria-labelledby={title}>
      <div id={title} className={styles['title']}>
        {group.title}
      </div>
      {group.entries.map((entry) => (
        <Entry
          key={entry.key}
          id={idOf(entry.key)}
          entry={entry}
          isActive={entry.key === active}
          onPoint={() => menu.point(entry.key)}
          onTake={() => menu.take(entry.key)}
        />
      ))}
    </div>
  )
}

interface EntryProps {
  id: string
  entry: CommandEntry
  isActive: boolean
  onPoint(): void
  onTake(): void
}

function Entry({ id, entry, isActive, onPoint, onTake }: EntryProps) {
  const detail = entry.refusal ?? entry.detail
  return (
    <button
      type="button"
      id={id}
      ref={isActive ? showInList : undefined}
      role="option"
      aria-selected={isActive}
      aria-disabled={entry.refusal !== undefined}
      className={styles['entry']}
      // The field gets the keys, and names the active entry.
      tabIndex={-1}
      onPointerMove={() => !isActive && onPoint()}
      onClick={onTake}
    >
      <span className={styles['label']}>
        <Name>{entry.label}</Name>
      </span>
      {detail !== undefined && (
        <span className={styles['detail']}>
          <Name>{detail}</Name>
        </span>
      )}
      {entry.keys && <Keys of={entry.keys} />}
    </button>
  )
}

function showInList(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' })
}
