/** Where the assistant stands beside the page; it keeps its width while its file is on its way. */
import { useStore } from '@nanostores/react'
import { Suspense, type CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import styles from './editor-panel.module.css'

const AssistantPanel = lazyAgain(async () => (await import('./assistant-panel.js')).AssistantPanel)

export function AssistantPlace() {
  const { shell, preferences } = useDeck()
  const panel = useStore(shell.beside.$assistant)
  const width = useStore(preferences.$panelWidth)
  if (panel === null) return null
  const place = <div className={styles['panel']} style={{ '--own-width': `${width}px` } as CSSProperties} />
  if (panel === 'coming') return place
  return (
    <Suspense fallback={place}>
      <AssistantPanel panel={panel} />
    </Suspense>
  )
}
