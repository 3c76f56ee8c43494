// One series as it is drawn: a line, an area or bars.
import type { ChartBand } from '@basedeck/core/rules'
import styles from './series-chart.module.css'

/** Where a value, or the label with an index, is drawn. */
export type Place = (value: number) => number

export interface ShapeProps {
  kind: 'line' | 'area' | 'bar'
  bands: readonly (ChartBand | null)[]
  x: Place
  y: Place
  /** Of the bars of one label. */
  room: number
  place: { at: number; of: number }
}

/** One series, drawn. */
export function Shape({ kind, bands, x, y, room, place }: ShapeProps) {
  if (kind === 'bar') {
    const width = (room / place.of) * 0.8
    return bands.map((band, index) => {
      if (band === null) return null
      const [top, bottom] = [y(Math.max(band.from, band.to)), y(Math.min(band.from, band.to))]
      return (
        <rect
          key={index}
          className={styles['bar']}
          x={round(x(index) - (width * place.of) / 2 + width * place.at)}
          y={top}
          width={round(width)}
          height={round(bottom - top)}
        />
      )
    })
  }
  return (
    <>
      {kind === 'area' && <path className={styles['fill']} d={areaOf(bands, x, y)} />}
      <path
        className={styles['line']}
        d={pathOf(
          bands.map((band) => band && band.to),
          x,
          y,
        )}
      />
    </>
  )
}

/** Runs of values that are there. */
function runsOf<Value>(values: readonly (Value | null)[]): { at: number; value: Value }[][] {
  const runs: { at: number; value: Value }[][] = []
  let run: { at: number; value: Value }[] | null = null
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

export function pathOf(values: readonly (number | null)[], x: Place, y: Place): string {
  return runsOf(values)
    .map((run) => {
      const points = run.map(({ at, value }) => `${x(at)} ${y(value)}`)
      // A point alone is a short line, which is seen beside the line of where one looks.
      return points.length === 1 ? `M${points[0]}m-6 0h12` : `M${points.join('L')}`
    })
    .join('')
}

function areaOf(bands: readonly (ChartBand | null)[], x: Place, y: Place): string {
  return runsOf(bands)
    .map((run) => {
      const there = run.map(({ at, value }) => `${x(at)} ${y(value.to)}`)
      const back = run.toReversed().map(({ at, value }) => `${x(at)} ${y(value.from)}`)
      return `M${[...there, ...back].join('L')}Z`
    })
    .join('')
}

/** To a tenth of a unit of the drawing. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
