import { expect, test } from 'vitest'
import { toastPlace, type WindowBox } from './toast-place.js'

const WIDE = { window: { width: 1440, height: 900 }, size: { width: 356, height: 60 } }
const NARROW = { window: { width: 375, height: 700 }, size: { width: 343, height: 60 } }
const box = (left: number, top: number, width: number, height: number): WindowBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('on an empty page they stand in the corner', () => {
  expect(toastPlace({ ...WIDE, taken: [] }, null)).toEqual({ right: 16, bottom: 16 })
  expect(toastPlace({ ...NARROW, taken: [] }, null)).toEqual({ right: 16, bottom: 16 })
})

test('they stand above a footer, and above the button over it', () => {
  const footer = box(0, 860, 1440, 40)
  expect(toastPlace({ ...WIDE, taken: [footer] }, null)).toEqual({ right: 16, bottom: 48 })
  const button = box(1300, 780, 120, 32)
  // 900 - 780 + 4, in steps of 8.
  expect(toastPlace({ ...WIDE, taken: [footer, button] }, null)).toEqual({ right: 16, bottom: 128 })
})

test('beside a column of buttons they stand in the middle', () => {
  const column = Array.from({ length: 30 }, (_, at) => box(1390, at * 30, 30, 28))
  expect(toastPlace({ ...WIDE, taken: column }, null)).toEqual({ right: 542, bottom: 16 })
})

test('where each place covers something, they cover least', () => {
  const dialog = box(0, 0, 375, 700)
  const buttons = box(0, 600, 375, 100)
  const error = box(0, 0, 375, 300)
  const place = toastPlace({ ...NARROW, taken: [dialog, buttons, error] }, null)
  expect(place).toEqual({ right: 16, bottom: 104 })
})

test('they stay where they are while that covers nothing, though a lower place is free', () => {
  const now = { right: 16, bottom: 304 }
  expect(toastPlace({ ...WIDE, taken: [] }, now)).toEqual(now)
  expect(toastPlace({ ...WIDE, taken: [box(1300, 560, 50, 20)] }, now)).toEqual({ right: 16, bottom: 16 })
})
