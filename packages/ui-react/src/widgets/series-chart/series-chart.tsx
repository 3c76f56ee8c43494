// Series of numbers over labels, as lines, areas or bars, or as a table. The arrow keys and the pointer move over the labels.
import { chartBands, type ChartBand } from '@basedeck/core/rules'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { AxisEnds } from '../../elements/axis-ends.js'
import { Button } from '../../elements/button.js'
import { axisTicks, ticksFromBelow } from '../day-chart/axis-ticks.js'
import { pathOf, round, Shape, type ShapeProps } from './series-shape.js'
import { svgText } from './svg-text.js'
import styles from './series-chart.module.css'

export interface SeriesChartProps {
  label: string
  labels: readonly string[]
  /** What stands below the axis. Default: the first label, the middle one and the last one. */
  axis?: readonly string[]
  series: readonly {
    name: string
    values: readonly (number | null)[]
    /** What is written of each value; null: there is none. Default: as `amountText` writes it. */
    texts?: readonly (string | null)[]
    /** The same values of the period before, drawn faintly. */
    before?: readonly (number | null)[]
  }[]
  kind: ShapeProps['kind']
  /** Series stand on each other. Default: each from 0. */
  isStacked?: boolean
  /** Where each label is, from 0 to 1. Default: side by side. */
  positions?: readonly number[] | null
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
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 })
const MILLION = 1e6
const QUADRILLION = 1e15

/** As the axis has room for: `1.5`, `20M`, `2e+16`. */
function plain(amount: number): string {
  const size = Math.abs(amount)
  if (size >= QUADRILLION) return Number(amount.toPrecision(3)).toExponential()
  return size >= MILLION ? COMPACT.format(amount) : String(Number(amount.toPrecision(6)))
}

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
        {series.map(({ name, values, texts, before }, index) => (
          <span key={name} className={styles['key']} data-series={index}>
            <i /> {name} <b>{valueText({ values, texts }, at, amountText)}</b>
            {before && words.before !== undefined && (
              <small>
                {words.before} {textOf(before[at], amountText)}
              </small>
            )}
          </span>
        ))}
        {mark && <span className={styles['mark']}>{mark.text}</span>}
        <span className={styles['buttons']}>
          {props.actions}
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
        <>
          <Drawing
            {...props}
            amountText={amountText}
            at={at}
            isLooked={looked !== null}
            look={look}
            drawing={drawing}
          />
          <AxisEnds labels={props.axis ?? axisOf(labels, props.positions)} isInset />
        </>
      )}
    </figure>
  )
}

/** Labels with positions of their own are not evenly spaced, so the middle one is left out. */
function axisOf(labels: readonly string[], positions: readonly number[] | null = null): string[] {
  const middle = positions || labels.length < 3 ? [] : [labels.length >> 1]
  return [...new Set([0, ...middle, labels.length - 1])].flatMap((at) => labels[at] ?? [])
}

function textOf(value: number | null | undefined, amountText: (amount: number) => string): string {
  return value === null || value === undefined ? '–' : amountText(value)
}

/** A value as it is written. */
function valueText(
  { values, texts }: { values: readonly (number | null)[]; texts?: readonly (string | null)[] | undefined },
  at: number,
  amountText: (amount: number) => string,
): string {
  return texts ? (texts[at] ?? '–') : textOf(values[at], amountText)
}

interface DrawingProps extends SeriesChartProps {
  amountText(amount: number): string
  at: number
  /** Somebody looks at one label; else the last one is told. */
  isLooked: boolean
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
  isStacked = false,
  positions = null,
  marks = [],
  at,
  isLooked,
  look,
  drawing,
}: DrawingProps) {
  const title = useId()
  const last = labels.length - 1
  const bands = chartBands(
    series.map(({ values }) => values),
    isStacked,
  )
  const { lines, low, span } = scaleOf(bands, series, base)
  const y = (value: number) => round(HEIGHT - ((value - low) / span) * HEIGHT)
  const share = (index: number) => positions?.[index] ?? (last === 0 ? 0.5 : (index + 0.5) / labels.length)
  const x = (index: number) => round(share(index) * WIDTH)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key] ?? EDGES[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    look(within(at + step, last))
  }
  return (
    <div className={styles['area']}>
      <div className={styles['axis']} aria-hidden>
        {distinct(lines, amountText).map((line) => (
          <span key={line} style={{ bottom: `${((line - low) / span) * 100}%` }}>
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
        aria-valuetext={`${labels[at]}: ${series.map((one) => `${one.name} ${valueText(one, at, amountText)}`).join(', ')}`}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          const to = (event.clientX - left) / width
          look(positions ? nearest(positions, to) : within(Math.floor(to * labels.length), last))
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
          {isLooked && <line className={styles['looked']} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />}
          {series.map(({ name, before }, index) => (
            <g key={name} data-series={index} className={styles['series']}>
              {before && <path className={styles['before']} d={pathOf(before, x, y)} />}
              <Shape
                kind={kind}
                bands={bands[index] ?? []}
                x={x}
                y={y}
                // Stacked bars have the room of all.
                room={WIDTH / labels.length}
                place={isStacked ? { at: 0, of: 1 } : { at: index, of: series.length }}
              />
            </g>
          ))}
        </svg>
      </div>
    </div>
  )
}

/** Without a line whose amount is written as that of the line above it: half a call is no call. */
function distinct(lines: readonly number[], amountText: (amount: number) => string): number[] {
  const isTop = (at: number) => at === lines.length - 1
  return lines.filter((line, at) => isTop(at) || amountText(line) !== amountText(lines[at + 1] ?? line))
}

const within = (index: number, last: number) => Math.min(last, Math.max(0, index))

function nearest(positions: readonly number[], to: number): number {
  let best = 0
  for (const [index, position] of positions.entries())
    if (Math.abs(position - to) < Math.abs((positions[best] ?? 0) - to)) best = index
  return best
}

/** The lines of the axis, and what they span. */
function scaleOf(
  bands: readonly (readonly (ChartBand | null)[])[],
  series: SeriesChartProps['series'],
  base: number,
): { lines: number[]; low: number; span: number } {
  let least = 0
  let largest = 0
  const see = (value: number) => {
    least = Math.min(least, value)
    largest = Math.max(largest, value)
  }
  for (const band of bands.flat()) if (band) see(band.to)
  for (const value of series.flatMap(({ before = [] }) => before)) if (value !== null) see(value)
  const lines = least < 0 ? ticksFromBelow(least, largest) : axisTicks(largest, base)
  const low = lines[0] ?? 0
  return { lines, low, span: (lines.at(-1) ?? 0) - low || 1 }
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
              {series.map((values) => (
                <td key={values.name}>{valueText(values, at, amountText)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
