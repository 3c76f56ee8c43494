/** A small line without axes. Its caller states the values in words beside it. */
import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Both from 0 to 1, the bottom left first. */
  points: readonly { x: number; y: number }[]
}

const WIDTH = 240
const HEIGHT = 40

export function Sparkline({ points }: SparklineProps) {
  const coordinates = points.map(({ x, y }) => `${round(x * WIDTH)},${round(HEIGHT - y * HEIGHT)}`)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const area = [`${round(first.x * WIDTH)},${HEIGHT}`, ...coordinates, `${round(last.x * WIDTH)},${HEIGHT}`]
  return (
    <svg
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      className={styles['line']}
      aria-hidden
    >
      <polygon points={area.join(' ')} />
      <polyline points={coordinates.join(' ')} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
