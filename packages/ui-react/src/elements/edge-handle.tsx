/** An edge of a panel, which the mouse and the arrow keys move. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './edge-handle.module.css'

export interface EdgeHandleProps {
  /** Default: the right one. */
  edge?: 'left' | 'right'
  label: string
  /** Pixels. */
  width: number
  min: number
  max: number
  onResize(width: number): void
}

const STEP = 16

export function EdgeHandle({ edge = 'right', label, width, min, max, onResize }: EdgeHandleProps) {
  const start = useRef({ x: 0, width })
  const outwards = edge === 'right' ? 1 : -1
  const resize = (wanted: number) => onResize(Math.round(Math.min(max, Math.max(min, wanted))))

  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(start.current.width + outwards * (event.clientX - start.current.x))
  }
  const press = (event: KeyboardEvent) => {
    const wanted = {
      ArrowLeft: width - outwards * STEP,
      ArrowRight: width + outwards * STEP,
      Home: min,
      End: max,
    }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }

  return (
    <div
      // A separator that moves is a control, which an `hr` is not: it takes focus and keys.
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      data-edge={edge}
      className={styles['handle']}
      onPointerDown={take}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}
