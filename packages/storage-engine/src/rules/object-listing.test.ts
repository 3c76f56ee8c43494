import { expect, test } from 'vitest'
import { LIST_PAGE, listedPage, nextOffset, PLACEHOLDER, WALK_PAGE } from './object-listing.js'

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `f${index}` }))

test('pages have 200 items, those of a walk 10,000', () => {
  expect([LIST_PAGE, WALK_PAGE]).toEqual([200, 10_000])
})

test.each([
  [199, false],
  [200, true],
])('more follows a page of %i: %s', (count, hasMore) => {
  expect(listedPage(items(count)).hasMore).toBe(hasMore)
})

test('the placeholder is hidden, and counts for the page', () => {
  const page = listedPage([...items(199), { name: PLACEHOLDER }])
  expect(page.items).toHaveLength(199)
  expect(page.hasMore).toBe(true)
})

test('a walk has pages of its length', () => {
  expect(listedPage(items(200), WALK_PAGE).hasMore).toBe(false)
})

test('the next page begins after the items of the column', () => {
  expect(nextOffset(items(199))).toBe(199)
})
