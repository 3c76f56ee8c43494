/** The container of a query's page: its keyboard shortcuts, and files that are dropped on it. */
import type { QueryTools } from '@basedeck/core'
import { inputFile } from '@basedeck/core/browser'
import { queryKey } from '@basedeck/core/rules'
import { sqlRunningText as text } from '@basedeck/core/text'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import styles from './sql-editor.module.css'

export interface QueryPageProps {
  tools: QueryTools
  /** The offset of the cursor. */
  cursor(): number
  onSave(): void
  children: ReactNode
}

export function QueryPage({ tools, cursor, onSave, children }: QueryPageProps) {
  const [isOver, setOver] = useState(false)

  const press = (event: KeyboardEvent) => {
    const key = queryKey({
      ...event,
      code: event.code,
      isComposing: event.nativeEvent.isComposing,
    })
    if (!key || (key === 'save' && savesRows(event.target))) return
    // Some of these keys have another meaning in the editor.
    event.preventDefault()
    event.stopPropagation()
    if (key === 'toggle-results') tools.toggleResults()
    else if (key === 'save') onSave()
    else void tools.runStatement(cursor())
  }
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    setOver(false)
    if (!file) return
    event.preventDefault()
    event.stopPropagation()
    void tools.files.takeFile(inputFile(file))
  }

  return (
    <div
      role="presentation"
      className={styles['page']}
      onKeyDownCapture={press}
      onDragOverCapture={drag}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDropCapture={drop}
    >
      {children}
      {isOver && (
        <div
          role="presentation"
          className={styles['drop']}
          onDragLeave={(event) => {
            event.stopPropagation()
            setOver(false)
          }}
        >
          {text.dropHere}
        </div>
      )}
    </div>
  )
}

/** Rows that are edited have the key for themselves. */
function savesRows(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-saves-rows], [data-cell-editor]') !== null
}
