import { expect, test } from 'vitest'
import { isEmptyProject, nextSteps, type ProjectKnowledge } from './next-steps.js'

const KNOWN: ProjectKnowledge = {
  isUp: true,
  tables: 5,
  securityErrors: 0,
  mayWrite: true,
  canOpenFile: true,
}

test.each<[string, Partial<ProjectKnowledge>, string[]]>([
  [
    'an empty database begins with something to look at',
    { tables: 0 },
    ['sample', 'csv', 'dump', 'connect', 'table'],
  ],
  [
    'findings of an empty one do not come first',
    { tables: 0, securityErrors: 2 },
    ['sample', 'csv', 'dump', 'connect', 'table'],
  ],
  [
    'where no file can be chosen none is asked for',
    { tables: 0, canOpenFile: false },
    ['sample', 'connect', 'table'],
  ],
  ['who only reads puts nothing in', { tables: 0, mayWrite: false }, ['sql', 'connect', 'keys']],
  [
    'what others could reach takes the place of the settings',
    { tables: 3, securityErrors: 2 },
    ['sql', 'tables', 'keys', 'security'],
  ],
  ['otherwise the steps continue with daily work', {}, ['sql', 'tables', 'keys', 'settings']],
  ['so they do while the tables are not known', { tables: undefined }, ['sql', 'tables', 'keys', 'settings']],
  ['a database that can’t be asked is not led to', { isUp: false, tables: undefined }, ['keys', 'settings']],
])('%s', (_promise, known, steps) => {
  expect(nextSteps({ ...KNOWN, ...known })).toEqual(steps)
})

test.each([
  [{ isUp: true, tables: 0 }, true],
  [{ isUp: true, tables: 1 }, false],
  [{ isUp: true, tables: undefined }, false],
  [{ isUp: false, tables: 0 }, false],
])('whether %j is empty: %s', (known, isEmpty) => {
  expect(isEmptyProject(known)).toBe(isEmpty)
})
