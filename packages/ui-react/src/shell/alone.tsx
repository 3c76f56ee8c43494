/** The layout of a page without header and sidebar: sign-in pages, and messages before the first page. */
import { useState, type ReactNode } from 'react'
import { PortalContainerProvider } from '../elements/portal-container.js'
import styles from './alone.module.css'

export function Alone({ children }: { children: ReactNode }) {
  const [main, setMain] = useState<HTMLElement | null>(null)
  return (
    <PortalContainerProvider value={main}>
      <main ref={setMain} className={styles['alone']}>
        {children}
      </main>
    </PortalContainerProvider>
  )
}
