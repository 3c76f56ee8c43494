/** The field in which the name of a tree's row is edited: Enter and leaving it commit the name, Escape restores it. */
import type { Rename } from '@basedeck/core'
import { renameSelection } from '@basedeck/core/rules'
import { useStore } from '@nanostores/react'
import { useId, type KeyboardEvent } from 'react'
import styles from './tree-view.module.css'

interface NameFieldProps {
  kind: 'file' | 'folder'
  label: string
  name: string
  rename: Rename
  /** The keyboard ended the renaming: the row takes the focus back. */
  onEnd(): void
}

export function NameField({ kind, label, name, rename, onEnd }: NameFieldProps) {
  const typed = useStore(rename.$typed)
  const problem = useStore(rename.$problem)
  const described = useId()
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') rename.commit()
    else rename.cancel()
    // A refused name keeps the field and the focus.
    if (rename.$typed.get() === null) onEnd()
  }
  return (
    <>
      <input
        ref={kind === 'file' ? selectFileName : selectAll}
        aria-label={label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : described}
        value={typed ?? name}
        autoComplete="off"
        spellCheck={false}
        className={styles['field']}
        onChange={(event) => rename.type(event.target.value)}
        onBlur={rename.commit}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={press}
      />
      {problem !== null && (
        <p ref={intoView} id={described} role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}

// Both must keep their identity: they run when the field is mounted, and not again while it stays.
const selectFileName = (field: HTMLInputElement | null) => select(field, 'file')
const selectAll = (field: HTMLInputElement | null) => select(field, 'folder')

/** Below the last row the sentence is out of view. */
const intoView = (sentence: HTMLElement | null) => sentence?.scrollIntoView({ block: 'nearest' })

function select(field: HTMLInputElement | null, kind: 'file' | 'folder'): void {
  if (!field) return
  const { start, end } = renameSelection(field.value, kind)
  field.focus()
  field.setSelectionRange(start, end)
}
