import { expect, test } from 'vitest'

import { hexOfOklch, withOpacity } from './oklch.js'

test.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(62.8% 0.2577 29.23)', '#ff0000'],
  ['oklch(62.8% 64.4% 29.23deg)', '#ff0000'],
  [' oklch(0.5 0 0 / .5) ', '#63636380'],
  ['oklch(50% 0 0 / 50%)', '#63636380'],
])('%s is %s', (color, hex) => {
  expect(hexOfOklch(color)).toBe(hex)
})

test.each(['', '#fff', 'red', 'oklch(from red l c h)'])('%j is not an oklch colour', (color) => {
  expect(hexOfOklch(color)).toBeUndefined()
})

test('an opacity replaces the one the colour had', () => {
  expect(withOpacity('#102030', 0.45)).toBe('#10203073')
  expect(withOpacity('#10203010', 1)).toBe('#102030ff')
})
