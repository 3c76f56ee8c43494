// The rows that the value of a cell may refer to, listed under its field while it is typed.
import { useStore } from '@nanostores/react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import styles from './cell-editor.module.css'
import type { CellChoices } from './grid-props.js'

/** The list for the field: which row is marked by the arrows, and the attributes that tell it. */
export interface Offer {
  marked: string | null
  mark(key: string | null): void
  /** Whether the key was one of the list. */
  onKey(event: KeyboardEvent): boolean
}

export function useOffer(choices: CellChoices | undefined, words: string, isOpen: boolean): Offer {
  const [marked, mark] = useState<string | null>(null)
  useEffect(() => {
    if (isOpen) choices?.search(words)
  }, [choices, words, isOpen])
  useEffect(() => (isOpen ? () => choices?.close() : undefined), [choices, isOpen])
  return {
    marked,
    mark,
    onKey({ key, shiftKey, ctrlKey, metaKey, altKey }) {
      const rows = choices?.$rows.get()
      if (!isOpen || rows?.status !== 'ready' || shiftKey || ctrlKey || metaKey || altKey) return false
      const at = rows.rows.findIndex((row) => row.key === marked)
      // Before the first row is the field itself.
      if (key === 'ArrowDown') mark(rows.rows[Math.min(at + 1, rows.rows.length - 1)]?.key ?? null)
      else if (key === 'ArrowUp') mark(rows.rows[at - 1]?.key ?? null)
      else if (key === 'Escape' && at !== -1) mark(null)
      else return false
      return true
    },
  }
}

/** The id of a row in the list. */
export const offeredId = (list: string, key: string) => `${list}-${key}`

export interface OfferedListProps {
  id: string
  label: string
  choices: CellChoices
  marked: string | null
  onTake(key: string): void
}

export function OfferedList({ id, label, choices, marked, onTake }: OfferedListProps) {
  const rows = useStore(choices.$rows)
  if (rows.status !== 'ready')
    return <p className={styles.quiet}>{rows.status === 'loading' ? '…' : rows.title}</p>
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list}>
      {rows.rows.map(({ key, label: value, detail, note }) => (
        <div
          key={key}
          id={offeredId(id, key)}
          ref={key === marked ? intoView : undefined}
          role="option"
          aria-selected={key === marked}
          className={styles.offered}
          tabIndex={-1}
          // The field keeps the focus: without it the editor would close.
          onMouseDown={(event) => event.preventDefault()}
          onPointerUp={({ button }) => button === 0 && onTake(key)}
        >
          <bdi>{value}</bdi>
          <small>{detail}</small>
          {note !== undefined && <small className={styles.note}>{note}</small>}
        </div>
      ))}
    </div>
  )
}

function intoView(row: HTMLElement | null) {
  row?.scrollIntoView({ block: 'nearest' })
}
