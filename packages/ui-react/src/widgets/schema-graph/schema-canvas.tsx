/** The drawing of a schema: it is moved and zoomed by pointer and keys; only what is in view is in the document. */
import type { DrawnTable, SchemaGraphScreen } from '@basedeck/core'
import { GRAPH_BOX, GRAPH_NAMES_ONLY, typeLabel, shownColumns } from '@basedeck/core/rules/pages'
import { schemaGraphText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './schema-canvas.module.css'

/** How much one step of a key or a button zooms. */
export const ZOOM_STEP = 1.25
const WHEEL_STEP = 0.0015
/** Pixels that a pointer moves before it drags. */
const DRAG_PX = 4

export interface SchemaCanvasProps {
  screen: SchemaGraphScreen
  onSearch(): void
}

interface Drag {
  pointer: number
  /** The table that is moved; null: the drawing is. */
  id: string | null
  x: number
  y: number
  hasMoved: boolean
}

export function SchemaCanvas({ screen, onSearch }: SchemaCanvasProps) {
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag | null>(null)
  const id = useId()
  const schema = useStore(screen.$schema)
  const chosen = useStore(screen.$chosen)
  const viewport = useStore(screen.$viewport)
  const { tables, relations } = useStore(screen.$drawn)

  useEffect(() => {
    const element = svg.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) screen.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(element)
    // React listens to the wheel passively: the page would zoom too.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      screen.zoom(Math.exp(-event.deltaY * WHEEL_STEP), at)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      element.removeEventListener('wheel', wheel)
    }
  }, [screen])

  const down = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    const table = (event.target as Element).closest('[data-table]')?.getAttribute('data-table') ?? null
    drag.current = {
      pointer: event.pointerId,
      id: table,
      x: event.clientX,
      y: event.clientY,
      hasMoved: false,
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y]
    if (!now.hasMoved && Math.hypot(dx, dy) < DRAG_PX) return
    drag.current = { ...now, x: event.clientX, y: event.clientY, hasMoved: true }
    if (now.id === null) screen.pan(dx, dy)
    else screen.move(now.id, dx, dy)
  }
  const up = (event: PointerEvent<SVGSVGElement>) => {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    drag.current = null
    if (!now.hasMoved) screen.choose(now.id)
    else if (now.id !== null) screen.keep()
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const run = KEYS[event.key]
    if (!run) return
    event.preventDefault()
    run(screen, onSearch)
  }

  return (
    <div className={styles['canvas']}>
      <div
        role="listbox"
        aria-label={text.drawing(schema)}
        aria-describedby={`${id}-hint`}
        {...(chosen ? { 'aria-activedescendant': `${id}-${chosen.id}` } : {})}
        className={styles['focus']}
        tabIndex={0}
        onKeyDown={press}
      >
        <svg
          ref={svg}
          role="presentation"
          className={styles['svg']}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={up}
          onDoubleClick={screen.openChosen}
        >
          <g transform={`scale(${viewport.zoom}) translate(${-viewport.x} ${-viewport.y})`}>
            {relations.map((relation) => (
              <path
                key={relation.id}
                d={relation.path}
                className={styles['relation']}
                data-near={relation.isNear || undefined}
                data-source={relation.isSource || undefined}
                data-dim={relation.isDim || undefined}
              />
            ))}
            {tables.map((table) => (
              <TableBox
                key={table.table.id}
                drawn={table}
                id={`${id}-${table.table.id}`}
                isChosen={chosen?.id === table.table.id}
                namesOnly={viewport.zoom < GRAPH_NAMES_ONLY}
              />
            ))}
          </g>
        </svg>
      </div>
      <p id={`${id}-hint`} className={styles['hint']}>
        {text.drawingHint}
      </p>
    </div>
  )
}

interface TableBoxProps {
  id: string
  drawn: DrawnTable
  isChosen: boolean
  namesOnly: boolean
}

function TableBox({ id, drawn, isChosen, namesOnly }: TableBoxProps) {
  const { table, kind, mark, isView, isDim, x, y, width, height } = drawn
  const { shown, more } = shownColumns(table)
  return (
    <foreignObject x={x} y={y} width={width} height={height} data-table={table.id}>
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        aria-label={kind === null ? table.name : `${table.name}, ${kind}`}
        className={styles['table']}
        data-chosen={isChosen || undefined}
        data-view={isView || undefined}
        data-dim={isDim || undefined}
        data-names-only={namesOnly || undefined}
      >
        <div className={styles['name']} style={namesOnly ? {} : { height: GRAPH_BOX.head }}>
          <span>{table.name}</span>
          {!namesOnly && mark !== null && <span className={styles['kind']}>{mark}</span>}
        </div>
        {!namesOnly &&
          shown.map((column) => (
            <div
              key={column.name}
              className={styles['column']}
              style={{ height: GRAPH_BOX.row }}
              data-key={column.isKey || undefined}
            >
              <span>{column.name}</span>
              <span className={styles['type']} title={column.type}>
                {typeLabel(column.type)}
                {column.isNullable ? '?' : ''}
              </span>
            </div>
          ))}
        {!namesOnly && more > 0 && (
          <div className={styles['column']} style={{ height: GRAPH_BOX.row }}>
            <span className={styles['type']}>{text.moreColumns(more)}</span>
          </div>
        )}
      </div>
    </foreignObject>
  )
}

type KeyRun = (screen: SchemaGraphScreen, onSearch: () => void) => void

const KEYS: Readonly<Partial<Record<string, KeyRun>>> = {
  ArrowLeft: (screen) => screen.go('left'),
  ArrowRight: (screen) => screen.go('right'),
  ArrowUp: (screen) => screen.go('up'),
  ArrowDown: (screen) => screen.go('down'),
  Enter: (screen) => screen.openChosen(),
  r: (screen) => screen.drawRelated(),
  Escape: (screen) => screen.choose(null),
  '+': (screen) => screen.zoom(ZOOM_STEP),
  '=': (screen) => screen.zoom(ZOOM_STEP),
  '-': (screen) => screen.zoom(1 / ZOOM_STEP),
  '0': (screen) => screen.fit(),
  '/': (_, onSearch) => onSearch(),
}
