import { expect, test } from 'vitest'
import { planNewFolder, planRename } from './folder-naming.js'

const items = [{ name: 'Photos' }, { name: 'a.png' }, { name: 'new', isEditing: true }]

test.each([
  ['docs', { type: 'accept', name: 'docs' }],
  [' docs ', { type: 'accept', name: 'docs' }],
  ['', { type: 'nothing' }],
  ['   ', { type: 'nothing' }],
  ['photos', { type: 'duplicate', name: 'photos' }],
  ['new', { type: 'accept', name: 'new' }],
  ['a/b', { type: 'problem', problem: { reason: 'character', character: '/' } }],
  ['..', { type: 'problem', problem: { reason: 'invalid' } }],
])('a new folder %j', (typed, plan) => {
  expect(planNewFolder(typed, items)).toEqual(plan)
})

test('a duplicate is said before a bad character', () => {
  expect(planNewFolder('a#', [{ name: 'A#' }])).toEqual({ type: 'duplicate', name: 'a#' })
})

test.each([
  ['a.png', { type: 'nothing' }],
  ['', { type: 'nothing' }],
  ['A.PNG', { type: 'accept', name: 'A.PNG' }],
  ['photos', { type: 'duplicate', name: 'photos' }],
  ['ü#.png', { type: 'accept', name: 'ü#.png' }],
  ['x/y', { type: 'problem', problem: { reason: 'character', character: '/' } }],
])('a file renamed to %j', (typed, plan) => {
  expect(planRename({ name: 'a.png', kind: 'file' }, typed, items)).toEqual(plan)
})

test('a folder keeps to the characters of folders', () => {
  expect(planRename({ name: 'Photos', kind: 'folder' }, 'ü', items)).toEqual({
    type: 'problem',
    problem: { reason: 'character', character: 'ü' },
  })
  expect(planRename({ name: 'Photos', kind: 'folder' }, 'photos', items)).toEqual({
    type: 'accept',
    name: 'photos',
  })
})
