// Amounts by day as bars, or as a table. The arrow keys and the pointer move over the days, and the day's amount is shown.
import { useState, type KeyboardEvent } from 'react'
import { AxisEnds } from '../../elements/axis-ends.js'
import { Button } from '../../elements/button.js'
import { axisTicks } from './axis-ticks.js'
import styles from './day-chart.module.css'

export interface ChartDay {
  key: string
  /** `Jan 31` */
  label: string
  amount: number
  /** The amount with its unit. */
  text: string
}

export interface DayChartProps {
  /** What is drawn: “Egress by day”. */
  label: string
  days: readonly ChartDay[]
  /** Writes an amount of the axis. */
  amountText(amount: number): string
  /** As of `axisTicks`. */
  base: number
  words: { day: string; amount: string; showTable: string; showChart: string }
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }
const EDGES: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity }

export function DayChart(props: DayChartProps) {
  const { days, label, words } = props
  const [looked, setLooked] = useState<string | null>(null)
  const [isTable, setIsTable] = useState(false)
  const found = days.findIndex(({ key }) => key === looked)
  const at = found === -1 ? days.length - 1 : found
  const day = days[at]
  if (!day) return null
  return (
    <figure className={styles['chart']} aria-label={label}>
      <figcaption className={styles['caption']}>
        {isTable ? (
          <span>{label}</span>
        ) : (
          <>
            <span>{day.label}</span> <b>{day.text}</b>
          </>
        )}
        <span className={styles['switch']}>
          <Button kind="ghost" onClick={() => setIsTable(!isTable)}>
            {isTable ? words.showChart : words.showTable}
          </Button>
        </span>
      </figcaption>
      {isTable ? <DayTable {...props} /> : <Bars {...props} at={at} onLook={setLooked} />}
    </figure>
  )
}

interface BarsProps extends DayChartProps {
  /** The index of the day whose amount is shown. */
  at: number
  onLook(key: string | null): void
}

function Bars({ label, days, amountText, base, at, onLook }: BarsProps) {
  const last = days.length - 1
  const lines = axisTicks(Math.max(0, ...days.map(({ amount }) => amount)), base)
  const top = lines.at(-1) || 1
  const heightOf = (amount: number) => `${(amount / top) * 100}%`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key] ?? EDGES[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onLook(days[Math.min(last, Math.max(0, at + step))]?.key ?? null)
  }
  return (
    <>
      <div className={styles['area']}>
        <div className={styles['axis']} aria-hidden>
          {lines.map((line) => (
            <span key={line} style={{ bottom: heightOf(line) }}>
              {amountText(line)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          className={styles['plot']}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={`${days[at]?.label}: ${days[at]?.text}`}
          onKeyDown={onKeyDown}
          onPointerLeave={() => onLook(null)}
        >
          {lines.map((line) => (
            <i key={line} className={styles['line']} style={{ bottom: heightOf(line) }} />
          ))}
          {days.map(({ key, amount }, index) => (
            <span
              key={key}
              className={styles['day']}
              data-looked={index === at || undefined}
              onPointerEnter={() => onLook(key)}
            >
              <span style={{ height: heightOf(amount) }} data-any={amount > 0 || undefined} />
            </span>
          ))}
        </div>
      </div>
      <AxisEnds labels={[days[0]?.label ?? '', days[last]?.label ?? '']} isInset />
    </>
  )
}

function DayTable({ label, days, words }: DayChartProps) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.key}>
            <th scope="row">{day.label}</th>
            <td>{day.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
