import { useStore } from '@nanostores/react'
import type { CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import styles from './panel-beside.module.css'

/** The attributes of a panel beside the page: its class, and the width that the user has chosen. */
export function usePanelFrame() {
  const width = useStore(useDeck().preferences.$panelWidth)
  return { className: styles['panel'], style: { '--own-width': `${width}px` } as CSSProperties }
}
