/**
 * Where regions are on a map of the world, and on which side of its point each name stands, so that names don't lie on
 * each other.
 * @rule replicas.region-map  @spec §8
 */
import { REGIONS } from './regions.js'

/** The map is so wide. SPEC §8. */
export const MAP_WIDTH = 660
/** Half the map's height, of which the poles are left out. */
export const MAP_HEIGHT = 330
/** Sizes of a point with a database, and of one without. SPEC §8. */
export const MARK_SIZE = 50
/** Of a region without a database. */
export const POINT_SIZE = 20

/** The equirectangular projection. @param at longitude and latitude */
export function mapPosition([longitude, latitude]: readonly [number, number]): { x: number; y: number } {
  return { x: ((longitude + 180) / 360) * MAP_WIDTH, y: ((90 - latitude) / 180) * MAP_HEIGHT }
}

/** Where a region is on the map, and on which side of it its name stands. */
export interface MapLabel {
  code: string
  x: number
  y: number
  side: 'right' | 'left' | 'above' | 'below'
}

const CHARACTER_WIDTH = 5.6
const LINE_HEIGHT = 12
const GAP = 8
const POINT_HALF = 4

/**
 * The places of the names of regions, in their order: each takes the first side on which it lies on no point, and on no
 * name before it.
 * @param named code and name
 */
export function placeLabels(named: readonly { code: string; name: string }[]): MapLabel[] {
  const taken = REGIONS.map(({ at }) => pointBox(mapPosition(at)))
  return named.flatMap(({ code, name }) => {
    const region = REGIONS.find((one) => one.code === code)
    if (!region) return []
    const { x, y } = mapPosition(region.at)
    const width = name.length * CHARACTER_WIDTH
    const boxes = SIDES.map((side) => ({ side, box: boxOf(side, { x, y }, width) }))
    const free = boxes.find(({ box }) => isInside(box) && !taken.some((other) => overlap(box, other)))
    const chosen = free ?? boxes[0]
    if (!chosen) return []
    taken.push(chosen.box)
    return [{ code, x, y, side: chosen.side }]
  })
}

const SIDES = ['right', 'left', 'above', 'below'] as const

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function pointBox({ x, y }: { x: number; y: number }): Box {
  return { left: x - POINT_HALF, right: x + POINT_HALF, top: y - POINT_HALF, bottom: y + POINT_HALF }
}

function boxOf(side: MapLabel['side'], { x, y }: { x: number; y: number }, width: number): Box {
  const middle = { top: y - LINE_HEIGHT / 2, bottom: y + LINE_HEIGHT / 2 }
  const centred = { left: x - width / 2, right: x + width / 2 }
  switch (side) {
    case 'right':
      return { ...middle, left: x + GAP, right: x + GAP + width }
    case 'left':
      return { ...middle, left: x - GAP - width, right: x - GAP }
    case 'above':
      return { ...centred, top: y - GAP - LINE_HEIGHT, bottom: y - GAP }
    case 'below':
      return { ...centred, top: y + GAP, bottom: y + GAP + LINE_HEIGHT }
  }
}

function isInside({ left, right }: Box): boolean {
  return left >= 0 && right <= MAP_WIDTH
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
