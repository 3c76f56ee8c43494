/** The container of the tabs on editor pages; it keeps their height while their file loads. */
import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import styles from './tab-bar.module.css'

const TabBar = lazyAgain(async () => (await import('./tab-bar.js')).TabBar)

export function TabBarPlace() {
  const bar = useStore(useDeck().shell.beside.$tabBar)
  if (!bar) return null
  const place = <div className={styles['bar']} />
  if (bar === 'coming') return place
  return (
    <Suspense fallback={place}>
      <TabBar bar={bar} />
    </Suspense>
  )
}
