/**
 * Where messages stand: at the right, as low as they cover nothing that is used or read – no button, field, footer, dialog or
 * error. If each place covers something, they stand where they cover least.
 * @rule toast-place  @spec §1
 */

/** Pixels of the window, from its left and top. */
export interface WindowBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Pixels from the right and the bottom of the window. */
export interface ToastPlace {
  right: number
  bottom: number
}

/** What the place of the messages depends on; sizes in pixels. */
export interface ToastRoom {
  window: { width: number; height: number }
  /** Of the messages together. */
  size: { width: number; height: number }
  /** What must not be covered. */
  taken: readonly WindowBox[]
}

/** Pixels to the edges of the window, and to what is beside. */
const MARGIN = 16
const GAP = 4
/** Pixels from one place that is tried to the next. */
const STEP = 8

/**
 * The best place.
 * @param now where they stand: they stay there while that covers nothing
 */
export function toastPlace(room: ToastRoom, now: ToastPlace | null): ToastPlace {
  const places = [...(now ? [now] : []), ...placesIn(room)]
  let best = { place: places[0] ?? { right: MARGIN, bottom: MARGIN }, covered: Number.POSITIVE_INFINITY }
  for (const place of places) {
    const covered = coveredBy(boxOf(room, place), room.taken)
    if (covered < best.covered) best = { place, covered }
    if (covered === 0) break
  }
  return best.place
}

/** From the bottom up at the right, then in the middle, then at the left. */
function placesIn({ window, size }: ToastRoom): ToastPlace[] {
  const left = window.width - size.width - MARGIN
  const rights = left <= MARGIN ? [Math.max(0, left / 2 + MARGIN / 2)] : [MARGIN, (left + MARGIN) / 2, left]
  const top = Math.max(MARGIN, window.height - size.height - MARGIN)
  const bottoms = Array.from({ length: Math.floor((top - MARGIN) / STEP) + 1 }, (_, at) => MARGIN + at * STEP)
  return rights.flatMap((right) => bottoms.map((bottom) => ({ right, bottom })))
}

function boxOf({ window, size }: ToastRoom, { right, bottom }: ToastPlace): WindowBox {
  return {
    left: window.width - right - size.width - GAP,
    right: window.width - right + GAP,
    top: window.height - bottom - size.height - GAP,
    bottom: window.height - bottom + GAP,
  }
}

/** Square pixels. */
function coveredBy(box: WindowBox, taken: readonly WindowBox[]): number {
  let pixels = 0
  for (const { left, top, right, bottom } of taken) {
    const width = Math.min(box.right, right) - Math.max(box.left, left)
    const height = Math.min(box.bottom, bottom) - Math.max(box.top, top)
    if (width > 0 && height > 0) pixels += width * height
  }
  return pixels
}
