/** The container of the snippet list beside the editor; it keeps its width while the list's file loads. */
import { useStore } from '@nanostores/react'
import { Suspense, type CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import styles from './snippet-panel-place.module.css'

const SnippetPanel = lazyAgain(async () => (await import('../screens/sql/snippet-panel.js')).SnippetPanel)

export function SnippetPanelPlace() {
  const { shell, preferences } = useDeck()
  const list = useStore(shell.beside.$snippetList)
  const tree = useStore(shell.beside.$schemaTree)
  const mode = useStore(preferences.$snippetPanel)
  const width = useStore(preferences.$snippetPanelWidth)
  if (list === null) return null
  const style = { '--own-width': mode === 'open' ? `${width}px` : '40px' } as CSSProperties
  const place = <div className={styles['place']} style={style} />
  if (list === 'coming') return place
  return (
    <Suspense fallback={place}>
      <SnippetPanel list={list} tree={typeof tree === 'object' && tree !== null ? tree : undefined} />
    </Suspense>
  )
}
