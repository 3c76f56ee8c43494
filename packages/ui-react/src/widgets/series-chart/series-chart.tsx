// Series of numbers over labels, as lines, areas or bars, or as a table. The arrow keys and the pointer move over the labels.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../elements/button.js'
import { axisTicks } from '../day-chart/axis-ticks.js'
import { svgText } from './svg-text.js'
import styles from './series-chart.module.css'

export interface SeriesChartProps {
  label: string
  labels: readonly string[]
  series: readonly {
    name: string
    values: readonly (number | null)[]
    /** The same values of the period before, drawn faintly. */
    before?: readonly (number | null)[]
  }[]
  kind: 'line' | 'area' | 'bar'
  /** Writes an amount. Default: as it is. */
  amountText?(amount: number): string
  /** As of `axisTicks`. Default 10. */
  base?: number
  words: { showTable: string; showChart: string; label: string; before?: string; png?: string; csv?: string }
  /** Indexes of labels where something changed, with what it was. */
  marks?: readonly { at: number; text: string }[]
  /** The index that another chart is looked at; the charts of a page move together. */
  looked?: number | null
  onLook?(at: number | null): void
  /** Saves the chart as a picture. */
  onPng?(picture: { svg: string; width: number; height: number }): void
  onCsv?(): void
  actions?: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }
const EDGES: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity }
const WIDTH = 600
const HEIGHT = 140
const plain = (amount: number) => String(Math.round(amount * 100) / 100)

export function SeriesChart(props: SeriesChartProps) {
  const { label, labels, series, words, amountText = plain, onPng, onCsv } = props
  const [own, setOwn] = useState<number | null>(null)
  const [isTable, setIsTable] = useState(false)
  const drawing = useRef<SVGSVGElement>(null)
  const looked = props.looked ?? own
  const look = props.onLook ?? setOwn
  const last = labels.length - 1
  const at = looked === null ? last : Math.min(looked, last)
  const mark = props.marks?.find((one) => one.at === at)
  const png = () => {
    if (drawing.current) onPng?.({ svg: svgText(drawing.current), width: WIDTH * 2, height: HEIGHT * 2 })
  }
  if (labels.length === 0) return null
  return (
    <figure className={styles['chart']} aria-label={label}>
      <figcaption className={styles['caption']}>
        <span>{labels[at]}</span>
        {series.map(({ name, values, before }, index) => (
          <span key={name} className={styles['key']} data-series={index}>
            <i /> {name} <b>{textOf(values[at], amountText)}</b>
            {before && words.before !== undefined && (
              <small>
                {words.before} {textOf(before[at], amountText)}
              </small>
            )}
          </span>
        ))}
        {mark && <span className={styles['mark']}>{mark.text}</span>}
        <span className={styles['buttons']}>
          <Button kind="ghost" onClick={() => setIsTable(!isTable)}>
            {isTable ? words.showChart : words.showTable}
          </Button>
          {onPng && words.png !== undefined && (
            <Button kind="ghost" onClick={png}>
              {words.png}
            </Button>
          )}
          {onCsv && words.csv !== undefined && (
            <Button kind="ghost" onClick={onCsv}>
              {words.csv}
            </Button>
          )}
        </span>
      </figcaption>
      {isTable ? (
        <SeriesTable {...props} amountText={amountText} />
      ) : (
        <Drawing {...props} amountText={amountText} at={at} look={look} drawing={drawing} />
      )}
    </figure>
  )
}

function textOf(value: number | null | undefined, amountText: (amount: number) => string): string {
  return value === null || value === undefined ? '–' : amountText(value)
}

interface DrawingProps extends SeriesChartProps {
  amountText(amount: number): string
  at: number
  look(at: number | null): void
  drawing: React.RefObject<SVGSVGElement | null>
}

function Drawing({
  label,
  labels,
  series,
  kind,
  amountText,
  base = 10,
  marks = [],
  at,
  look,
  drawing,
}: DrawingProps) {
  const title = useId()
  const last = labels.length - 1
  const all = series
    .flatMap(({ values, before = [] }) => [...values, ...before])
    .filter((value) => value !== null)
  const lines = axisTicks(Math.max(0, ...all), base)
  const top = lines.at(-1) || 1
  const y = (value: number) => round(HEIGHT - (Math.max(0, value) / top) * HEIGHT)
  const x = (index: number) => round(last === 0 ? WIDTH / 2 : ((index + 0.5) / labels.length) * WIDTH)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key] ?? EDGES[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    look(Math.min(last, Math.max(0, at + step)))
  }
  return (
    <div className={styles['area']}>
      <div className={styles['axis']} aria-hidden>
        {lines.map((line) => (
          <span key={line} style={{ bottom: `${(line / top) * 100}%` }}>
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
        aria-valuetext={`${labels[at]}: ${series.map(({ name, values }) => `${name} ${textOf(values[at], amountText)}`).join(', ')}`}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          look(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * labels.length))))
        }}
        onPointerLeave={() => look(null)}
      >
        <svg
          ref={drawing}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-labelledby={title}
          className={styles['drawing']}
        >
          <title id={title}>{label}</title>
          {lines.map((line) => (
            <line key={line} className={styles['grid']} x1={0} x2={WIDTH} y1={y(line)} y2={y(line)} />
          ))}
          {marks.map((mark) => (
            <line
              key={`${mark.at} ${mark.text}`}
              className={styles['change']}
              x1={x(mark.at)}
              x2={x(mark.at)}
              y1={0}
              y2={HEIGHT}
            />
          ))}
          <line className={styles['looked']} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
          {series.map(({ name, values, before }, index) => (
            <g key={name} data-series={index} className={styles['series']}>
              {before && <path className={styles['before']} d={pathOf(before, x, y)} />}
              {kind === 'bar' ? (
                values.map((value, place) => {
                  if (value === null) return null
                  const width = (WIDTH / labels.length / series.length) * 0.8
                  const left = x(place) - (width * series.length) / 2 + width * index
                  return (
                    <rect
                      key={labels[place]}
                      className={styles['bar']}
                      x={round(left)}
                      y={y(value)}
                      width={round(width)}
                      height={round(HEIGHT - y(value))}
                    />
                  )
                })
              ) : (
                <>
                  {kind === 'area' && <path className={styles['fill']} d={areaOf(values, x, y)} />}
                  <path className={styles['line']} d={pathOf(values, x, y)} />
                </>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  )
}

type Place = (value: number) => number

/** Runs of values that are there. */
function runsOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = []
  let run: { at: number; value: number }[] | null = null
  for (const [at, value] of values.entries()) {
    if (value === null) {
      run = null
      continue
    }
    if (run === null) {
      run = []
      runs.push(run)
    }
    run.push({ at, value })
  }
  return runs
}

function pathOf(values: readonly (number | null)[], x: Place, y: Place): string {
  return runsOf(values)
    .map((run) => {
      const points = run.map(({ at, value }) => `${x(at)} ${y(value)}`)
      // A point alone is a short line.
      return points.length === 1 ? `M${points[0]}h1` : `M${points.join('L')}`
    })
    .join('')
}

function areaOf(values: readonly (number | null)[], x: Place, y: Place): string {
  return runsOf(values)
    .map((run) => {
      const [first, last] = [run[0], run.at(-1)]
      if (!first || !last) return ''
      const points = run.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')
      return `M${x(first.at)} ${HEIGHT}L${points}L${x(last.at)} ${HEIGHT}Z`
    })
    .join('')
}

function SeriesTable({
  label,
  labels,
  series,
  words,
  amountText,
}: SeriesChartProps & { amountText(amount: number): string }) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.label}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((one, at) => (
            <tr key={`${at} ${one}`}>
              <th scope="row">{one}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{textOf(values[at], amountText)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
