import { expect, test } from 'vitest'
import { arrowTarget, type RovingAxis } from './arrow-keys.js'

/** Three rows: a link with a menu, a link alone, a link with a menu. */
const ROWS = [2, 1, 2]

test.each<[RovingAxis, string, number, number, [number, number] | undefined]>([
  ['down', 'ArrowDown', 0, 0, [1, 0]],
  ['down', 'ArrowDown', 0, 1, [1, 0]],
  ['down', 'ArrowDown', 2, 0, undefined],
  ['down', 'ArrowUp', 0, 0, undefined],
  ['down', 'ArrowUp', 2, 1, [1, 0]],
  ['down', 'ArrowRight', 0, 0, [0, 1]],
  ['down', 'ArrowRight', 0, 1, undefined],
  ['down', 'ArrowRight', 1, 0, undefined],
  ['down', 'ArrowLeft', 2, 1, [2, 0]],
  ['down', 'ArrowLeft', 2, 0, undefined],
  ['down', 'Home', 2, 1, [0, 1]],
  ['down', 'Home', 0, 0, undefined],
  ['down', 'End', 0, 1, [2, 1]],
  ['down', 'End', 2, 0, undefined],
  ['down', 'Enter', 0, 0, undefined],
  ['across', 'ArrowRight', 0, 0, [1, 0]],
  ['across', 'ArrowLeft', 1, 0, [0, 0]],
  ['across', 'ArrowLeft', 0, 0, undefined],
  ['across', 'ArrowDown', 0, 0, [0, 1]],
  ['across', 'ArrowUp', 0, 1, [0, 0]],
  ['across', 'ArrowUp', 0, 0, undefined],
  ['across', 'End', 0, 0, [2, 0]],
])('%s: %s from row %i, control %i', (axis, key, row, control, wanted) => {
  expect(arrowTarget(key, { row, control }, ROWS, axis)).toEqual(
    wanted && { row: wanted[0], control: wanted[1] },
  )
})
