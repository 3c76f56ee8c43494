// Lines by time, stacked by level. A drag over bars, or Shift with the arrow keys and Enter, chooses a part of the time.
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { AxisEnds } from '../../elements/axis-ends.js'
import { Button } from '../../elements/button.js'
import styles from './timeline.module.css'

export interface TimelineProps {
  label: string
  /** How the keyboard chooses. */
  hint: string
  bars: readonly {
    from: number
    label: string
    text: string
    total: number
    counts: Readonly<Record<'debug' | 'info' | 'warn' | 'error', number>>
  }[]
  /** What stands below the bars. */
  axis: readonly string[]
  words: { showTable: string; showChart: string; time: string; lines: string }
  /** Indexes of the first and the last bar of the part. */
  onZoom(first: number, last: number): void
}

const LEVELS = ['error', 'warn', 'info', 'debug'] as const
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }
const EDGES: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity }

/** The bar that is looked at, and where the part began. */
interface Looked {
  at: number
  anchor: number
}

export function Timeline(props: TimelineProps) {
  const { bars, label, words } = props
  const [looked, setLooked] = useState<Looked | null>(null)
  const [isTable, setIsTable] = useState(false)
  const shown = looked === null ? undefined : bars[looked.at]
  return (
    <figure className={styles['chart']} aria-label={label}>
      <figcaption className={styles['caption']}>
        {shown && !isTable ? (
          <>
            <span>{shown.label}</span> <b>{shown.text}</b>
          </>
        ) : (
          <span className={styles['hint']}>{props.hint}</span>
        )}
        <Button kind="ghost" onClick={() => setIsTable(!isTable)}>
          {isTable ? words.showChart : words.showTable}
        </Button>
      </figcaption>
      {isTable ? (
        <BarTable {...props} />
      ) : (
        <>
          <Bars {...props} looked={looked} onLook={setLooked} />
          <AxisEnds labels={props.axis} />
        </>
      )}
    </figure>
  )
}

interface BarsProps extends TimelineProps {
  looked: Looked | null
  onLook(looked: Looked | null): void
}

function Bars({ label, bars, looked, onLook, onZoom }: BarsProps) {
  const [isDragging, setIsDragging] = useState(false)
  const last = bars.length - 1
  const top = Math.max(1, ...bars.map(({ total }) => total))
  const at = looked === null ? last : Math.min(looked.at, last)
  const anchor = looked === null ? at : Math.min(looked.anchor, last)
  const isIn = (index: number) =>
    looked !== null && index >= Math.min(at, anchor) && index <= Math.max(at, anchor)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') onZoom(Math.min(at, anchor), Math.max(at, anchor))
    const step = STEPS[event.key] ?? EDGES[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(last, Math.max(0, at + step))
    onLook({ at: next, anchor: event.shiftKey ? anchor : next })
  }
  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles['plot']}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, at)}
      aria-valuetext={`${bars[at]?.label ?? ''}: ${bars[at]?.text ?? ''}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragging(true)
        onLook({ at: indexAt(event), anchor: indexAt(event) })
      }}
      onPointerMove={(event) => {
        const index = indexAt(event)
        onLook({ at: index, anchor: isDragging ? anchor : index })
      }}
      onPointerUp={(event) => {
        if (!isDragging) return
        setIsDragging(false)
        const index = indexAt(event)
        onZoom(Math.min(index, anchor), Math.max(index, anchor))
        onLook(null)
      }}
      onPointerLeave={() => !isDragging && onLook(null)}
    >
      {bars.map(({ from, total, counts }, index) => (
        <span key={from} className={styles['bar']} data-in={isIn(index) || undefined}>
          {total > 0 && (
            <span className={styles['stack']} style={{ height: `${(total / top) * 100}%` }}>
              {LEVELS.map(
                (level) =>
                  counts[level] > 0 && (
                    <span key={level} data-level={level} style={{ flexGrow: counts[level] }} />
                  ),
              )}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}

function BarTable({ label, bars, words }: TimelineProps) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.lines}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.from}>
              <th scope="row">{bar.label}</th>
              <td>{bar.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
