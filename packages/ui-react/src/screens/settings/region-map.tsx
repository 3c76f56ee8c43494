/** The regions on a map of the world: a point each, and a mark with a name where a database is. */
import type { MapPoint } from '@basedeck/core'
import { MAP_HEIGHT, MAP_WIDTH, MARK_SIZE, POINT_SIZE } from '@basedeck/core/rules/projects'
import { replicasText as text } from '@basedeck/core/text'
import styles from './infrastructure.module.css'

const LINES = 12
/** A name begins beside the mark, so far from its middle. */
const GAP = 8
/** Sizes are diameters of what can be seen from afar; the drawn point is a third of it. */
const DRAWN = 1 / 6

export function RegionMap({ points }: { points: readonly MapPoint[] }) {
  const used = points.filter(({ databases }) => databases.length > 0)
  return (
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      className={styles['map']}
      role="img"
      aria-label={used.length === 0 ? text.map : text.mapList(used.map(({ name }) => name).join(', '))}
    >
      <Grid />
      {points.map((point) => (
        <Point key={point.code} point={point} />
      ))}
    </svg>
  )
}

function Grid() {
  const meridians = Array.from({ length: LINES - 1 }, (_, at) => ((at + 1) * MAP_WIDTH) / LINES)
  const parallels = Array.from({ length: LINES / 2 - 1 }, (_, at) => ((at + 1) * MAP_HEIGHT) / (LINES / 2))
  return (
    <g className={styles['grid']}>
      {meridians.map((x) => (
        <line key={x} x1={x} x2={x} y1={0} y2={MAP_HEIGHT} />
      ))}
      {parallels.map((y) => (
        <line key={y} x1={0} x2={MAP_WIDTH} y1={y} y2={y} data-equator={y === MAP_HEIGHT / 2 || undefined} />
      ))}
    </g>
  )
}

function Point({ point: { x, y, name, side, databases } }: { point: MapPoint }) {
  const isUsed = databases.length > 0
  const at = LABEL_AT[side]
  return (
    <g className={isUsed ? styles['mark'] : styles['point']}>
      <title>{[name, ...databases].join('\n')}</title>
      <circle cx={x} cy={y} r={(isUsed ? MARK_SIZE : POINT_SIZE) * DRAWN} />
      {isUsed && (
        <text x={x + at.x} y={y + at.y} textAnchor={at.anchor}>
          {/\(([^)]+)\)/.exec(name)?.[1] ?? name}
        </text>
      )}
    </g>
  )
}

const LABEL_AT = {
  right: { x: GAP + 4, y: 4, anchor: 'start' },
  left: { x: -GAP - 4, y: 4, anchor: 'end' },
  above: { x: 0, y: -GAP - 6, anchor: 'middle' },
  below: { x: 0, y: GAP + 14, anchor: 'middle' },
} as const
