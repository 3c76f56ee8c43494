import { expect, test } from 'vitest'
import { planUpload } from './upload-plan.js'

const MiB = 1024 * 1024
const file = (path: string, sizeBytes = 1) => ({ path, sizeBytes })
const named = (...names: string[]) => names.map((name) => ({ name }))
const plan = (paths: string[], there: string[] = []) =>
  planUpload(
    paths.map((path) => file(path)),
    { limitBytes: 50 * MiB, items: named(...there) },
  ).accepted.map(({ path }) => path)

test('a file of exactly the limit passes, one byte more does not', () => {
  const files = [file('a', 50 * MiB), file('b', 50 * MiB + 1), file('c', 51 * MiB)]
  const { accepted, rejected } = planUpload(files, { limitBytes: 50 * MiB, items: [] })
  expect(accepted.map(({ path }) => path)).toEqual(['a'])
  expect(rejected).toEqual([{ reason: 'too-large', files: files.slice(1), limitBytes: 50 * MiB }])
})

test('an unknown limit rejects no file', () => {
  expect(planUpload([file('a', 1e15)], { limitBytes: null, items: [] })).toMatchObject({
    accepted: [{ path: 'a' }],
    rejected: [],
  })
})

test('empty files are rejected, and are not uploaded', () => {
  expect(planUpload([file('a', 0), file('b', 1)], { limitBytes: null, items: [] })).toMatchObject({
    accepted: [{ path: 'b' }],
    rejected: [{ reason: 'empty', files: [file('a', 0)] }],
  })
})

test('when all are too large, only that is said', () => {
  expect(planUpload([file('a', 9), file('b', 8)], { limitBytes: 7, items: [] })).toEqual({
    accepted: [],
    rejected: [{ reason: 'too-large', files: [file('a', 9), file('b', 8)], limitBytes: 7 }],
  })
})

test('too large and empty files are told apart, in this order', () => {
  expect(planUpload([file('a', 0), file('b', 9)], { limitBytes: 7, items: [] })).toEqual({
    accepted: [],
    rejected: [
      { reason: 'too-large', files: [file('b', 9)], limitBytes: 7 },
      { reason: 'empty', files: [file('a', 0)] },
    ],
  })
})

test('dropped paths with #/ are skipped before anything is counted', () => {
  expect(planUpload([file('a#/b', 0), file('x#y', 1)], { limitBytes: 7, items: [] })).toMatchObject({
    accepted: [{ path: 'x#y' }],
    rejected: [],
  })
})

test('.DS_Store is skipped in every folder; empty ones count as empty', () => {
  const files = [file('.DS_Store'), file('photos/.DS_Store'), file('photos/a.png'), file('x.DS_Store')]
  const { accepted, rejected } = planUpload([...files, file('b/.DS_Store', 0)], {
    limitBytes: 7,
    items: [],
  })
  expect(accepted.map(({ path }) => path)).toEqual(['photos/a.png', 'x.DS_Store'])
  expect(rejected).toEqual([{ reason: 'empty', files: [file('b/.DS_Store', 0)] }])
})

test.each([
  [['a.png'], ['a.png'], ['a (1).png']],
  [['a.png', 'b.png'], ['A.png'], ['a (1).png', 'b.png']],
  [['a.png', 'a.png'], [], ['a.png', 'a (1).png']],
  [['photos/a.png', 'photos/x/b.png'], ['photos'], ['photos (1)/a.png', 'photos (1)/x/b.png']],
  [['photos/a.png'], ['photos', 'photos (1)'], ['photos (2)/a.png']],
  // Inside a dropped folder no name is taken.
  [['photos/a.png'], ['a.png'], ['photos/a.png']],
  [['photos', 'photos/a.png'], [], ['photos (1)', 'photos/a.png']],
  [['x\u202Fy.png'], [], ['x y.png']],
  [['d\u202F1/x\u202Fy.png'], [], ['d 1/x y.png']],
  [['x\u202Fy.png'], ['x y.png'], ['x y (1).png']],
])('%j into a folder with %j are stored as %j', (paths, there, stored) => {
  expect(plan(paths, there)).toEqual(stored)
})

test('the same files go on', () => {
  const one = { ...file('a.png'), blob: 'bytes' }
  expect(planUpload([one], { limitBytes: null, items: [] }).accepted[0]?.file).toBe(one)
})
