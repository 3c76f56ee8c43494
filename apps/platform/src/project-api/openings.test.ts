import { expect, test } from 'vitest'
import { createOpenings, OPENINGS } from './openings.js'

const MINUTE_MS = 60_000

test('a visitor wakes so many projects in a minute, and goes on with those that are awake', () => {
  const openings = createOpenings(() => 0)
  for (let project = 0; project < OPENINGS; project++) openings.begin(`p${project}`, '192.0.2.1')
  expect(() => openings.begin('one-more', '192.0.2.1')).toThrow('Too many requests')
  expect(() => openings.begin('one-more', '192.0.2.1')).toThrow('Too many requests')
  openings.begin('p0', '192.0.2.1')
  openings.begin('one-more', '192.0.2.2')
  openings.begin('one-more', '192.0.2.1')
})

test('a caller who is known is not counted, and keeps the project awake for visitors', () => {
  const openings = createOpenings(() => 0)
  for (let project = 0; project < 10 * OPENINGS; project++) openings.begin(`p${project}`, undefined)
  for (let project = 0; project < 10 * OPENINGS; project++) openings.begin(`p${project}`, '192.0.2.1')
})

test('after a minute an address may wake others, and a quiet project counts again', () => {
  let now = 0
  const openings = createOpenings(() => now)
  for (let project = 0; project < OPENINGS; project++) openings.begin(`p${project}`, '192.0.2.1')
  now = 2 * MINUTE_MS
  for (let project = 0; project < OPENINGS; project++) openings.begin(`p${project}`, '192.0.2.1')
  expect(() => openings.begin('one-more', '192.0.2.1')).toThrow('Too many requests')
})
