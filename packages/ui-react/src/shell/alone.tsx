/** The place of a page without header and sidebar: the ways in, and what is said before anything can be shown. */
import { useState, type ReactNode } from 'react'
import { FloatingPlaceProvider } from '../elements/floating-place.js'
import styles from './alone.module.css'

export function Alone({ children }: { children: ReactNode }) {
  const [main, setMain] = useState<HTMLElement | null>(null)
  return (
    <FloatingPlaceProvider value={main}>
      <main ref={setMain} className={styles['alone']}>
        {children}
      </main>
    </FloatingPlaceProvider>
  )
}
