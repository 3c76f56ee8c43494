/** Two panes above each other with a border that the mouse and the arrow keys move. */
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './splitter.module.css'

export interface SplitterProps {
  label: string
  /** Percent of the height that the first pane takes. */
  percent: number
  onResize(percent: number): void
  first: ReactNode
  /** Null: the first pane takes all of it. */
  second: ReactNode | null
}

const MIN = 10
const MAX = 90
const STEP = 5

export function Splitter({ label, percent, onResize, first, second }: SplitterProps) {
  const root = useRef<HTMLDivElement>(null)
  const clamp = (value: number) => Math.round(Math.min(MAX, Math.max(MIN, value)) * 10) / 10
  const shown = clamp(percent)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !root.current) return
    const { top, height } = root.current.getBoundingClientRect()
    onResize(clamp(((event.clientY - top) / height) * 100))
  }
  const press = (event: KeyboardEvent) => {
    const target = { ArrowUp: shown - STEP, ArrowDown: shown + STEP, Home: MIN, End: MAX }[event.key]
    if (target === undefined) return
    event.preventDefault()
    onResize(clamp(target))
  }

  return (
    <div ref={root} className={styles['root']}>
      <div className={styles['pane']} style={{ flexGrow: shown }}>
        {first}
      </div>
      {second !== null && (
        <>
          <div
            // A separator that moves is a control, which an `hr` is not: it needs focus and keys.
            role="separator"
            aria-orientation="horizontal"
            aria-label={label}
            aria-valuenow={Math.round(shown)}
            aria-valuemin={MIN}
            aria-valuemax={MAX}
            tabIndex={0}
            className={styles['handle']}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={press}
          />
          <div className={styles['pane']} style={{ flexGrow: 100 - shown }}>
            {second}
          </div>
        </>
      )}
    </div>
  )
}
