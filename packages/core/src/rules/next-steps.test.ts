import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.js'

test('an empty database begins with its first table', () => {
  expect(nextSteps({ isUp: true, tables: 0, securityErrors: 0, mayWrite: true })).toEqual([
    'table',
    'keys',
    'settings',
  ])
})

test('what others could reach comes first', () => {
  expect(nextSteps({ isUp: true, tables: 3, securityErrors: 2, mayWrite: true })).toEqual([
    'security',
    'sql',
    'tables',
    'keys',
  ])
})

test.each([undefined, 5])('otherwise the steps continue with daily work, with %s tables', (tables) => {
  expect(nextSteps({ isUp: true, tables, securityErrors: 0, mayWrite: true })).toEqual([
    'sql',
    'tables',
    'keys',
    'settings',
  ])
})

test('a database that can’t be asked is not led to', () => {
  expect(nextSteps({ isUp: false, tables: undefined, securityErrors: 0, mayWrite: true })).toEqual([
    'keys',
    'settings',
  ])
})

test('who only reads makes no table', () => {
  expect(nextSteps({ isUp: true, tables: 0, securityErrors: 0, mayWrite: false })).toEqual([
    'sql',
    'keys',
    'settings',
  ])
})
