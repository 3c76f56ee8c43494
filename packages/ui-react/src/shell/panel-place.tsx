/** The container of a panel beside the page; it keeps its width while the panel's file loads. */
import { useStore } from '@nanostores/react'
import { Suspense, type CSSProperties, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import styles from './panel-beside.module.css'

export interface PanelPlaceProps<Panel extends object> {
  /** Null: it is closed. */
  panel: Panel | 'coming' | null
  children(panel: Panel): ReactNode
}

export function PanelPlace<Panel extends object>({ panel, children }: PanelPlaceProps<Panel>) {
  const frame = usePanelFrame()
  if (panel === null) return null
  const place = <div {...frame} />
  return panel === 'coming' ? place : <Suspense fallback={place}>{children(panel)}</Suspense>
}

/** As wide as its user wants it. */
export function usePanelFrame() {
  const width = useStore(useDeck().preferences.$panelWidth)
  return { className: styles['panel'], style: { '--own-width': `${width}px` } as CSSProperties }
}
