/** The whole drawing as an SVG file, in the colours that it is seen in. */
import { relationPath } from '../../rules/structure/graph-line.js'
import {
  boundsOf,
  boxesOf,
  GRAPH_BOX,
  isView,
  shownColumns,
  type Box,
  type GraphTable,
  type Point,
  type SchemaGraph,
} from '../../rules/structure/schema-graph.js'
import { schemaGraphText as text } from '../../text/schema-graph.js'

/** The colours of a drawing. */
export interface PictureColours {
  background: string
  surface: string
  line: string
  text: string
  quiet: string
  accent: string
}

/** A drawing as a file, and its size. */
export interface Picture {
  svg: string
  width: number
  height: number
}

/** The colours of both themes: a file has no theme. */
export const PICTURE_COLOURS: Readonly<Record<'light' | 'dark', PictureColours>> = {
  light: {
    background: '#f8fafb',
    surface: '#ffffff',
    line: '#c9d1d6',
    text: '#1b2327',
    quiet: '#5d6b73',
    accent: '#0b6b83',
  },
  dark: {
    background: '#0e1316',
    surface: '#151c20',
    line: '#3a464d',
    text: '#e6ebee',
    quiet: '#94a3ab',
    accent: '#6fcfe6',
  },
}

const MARGIN = 40
/** Views, and what they read. */
const DASHED = ' stroke-dasharray="5 4"'
const FONT = 'Inter, Helvetica, Arial, sans-serif'
const CODE_FONT = 'JetBrains Mono, Menlo, Consolas, monospace'
/** Characters that fit into a box. */
const FITS = { name: 28, column: 20, type: 14 }

export function pictureOf(
  graph: SchemaGraph,
  positions: Readonly<Record<string, Point>>,
  colours: PictureColours,
): Picture {
  const boxes = boxesOf(graph, positions)
  const tables = new Map(graph.tables.map((table) => [table.id, table]))
  const bounds = boundsOf(boxes.values())
  const width = bounds.width + 2 * MARGIN
  const height = bounds.height + 2 * MARGIN
  const lines = graph.relations.flatMap((relation) => {
    const path = relationPath(relation, tables, boxes)
    return path === undefined ? [] : [{ path, dashes: relation.kind === 'source' ? DASHED : '' }]
  })
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${bounds.x - MARGIN} ${bounds.y - MARGIN} ${width} ${height}" font-family="${FONT}" font-size="12">`,
    `<rect x="${bounds.x - MARGIN}" y="${bounds.y - MARGIN}" width="${width}" height="${height}" fill="${colours.background}"/>`,
    ...lines.map(
      ({ path, dashes }) =>
        `<path d="${path}" fill="none" stroke="${colours.line}" stroke-width="1.5"${dashes}/>`,
    ),
    ...graph.tables.map((table) => tablePart(table, boxes.get(table.id), colours)),
    '</svg>',
  ]
  return { svg: parts.join('\n'), width, height }
}

function tablePart(table: GraphTable, box: Box | undefined, colours: PictureColours): string {
  if (!box) return ''
  const { shown, more } = shownColumns(table)
  const rows = shown.map(({ name, type, isKey }, row) => {
    const y = GRAPH_BOX.head + row * GRAPH_BOX.row + 15
    const fill = isKey ? colours.accent : colours.text
    return `<text x="12" y="${y}" fill="${fill}">${written(name, FITS.column)}</text><text x="${GRAPH_BOX.width - 12}" y="${y}" fill="${colours.quiet}" font-family="${CODE_FONT}" font-size="11" text-anchor="end">${written(type, FITS.type)}</text>`
  })
  const rest =
    more === 0
      ? ''
      : `<text x="12" y="${GRAPH_BOX.head + shown.length * GRAPH_BOX.row + 15}" fill="${colours.quiet}">${written(text.moreColumns(more), FITS.name)}</text>`
  return `<g transform="translate(${box.x} ${box.y})"><rect width="${box.width}" height="${box.height}" rx="6" fill="${colours.surface}" stroke="${colours.line}"${isView(table) ? DASHED : ''}/><text x="12" y="21" font-weight="600" fill="${colours.text}">${written(table.name, FITS.name)}</text><path d="M0 ${GRAPH_BOX.head}H${box.width}" stroke="${colours.line}"/>${rows.join('')}${rest}</g>`
}

function written(value: string, most: number): string {
  const characters = [...value]
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : value
  // XML has no control characters.
  return cut.replace(/\p{Cc}/gu, '\uFFFD').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
