import { expect, test } from 'vitest'
import {
  DEFAULT_PROJECT_SORT,
  emptyListReason,
  hasNextPage,
  PROJECT_PAGE_SIZE,
  PROJECT_SEARCH_DEBOUNCE_MS,
  projectPageRequest,
} from './project-list.js'

test('a page has 96 projects, sorted by name, and the search waits 500 ms', () => {
  expect([PROJECT_PAGE_SIZE, DEFAULT_PROJECT_SORT, PROJECT_SEARCH_DEBOUNCE_MS]).toEqual([96, 'name_asc', 500])
})

const filter = { search: '', statuses: [], sort: 'name_asc' } as const

test.each([
  ['the first page', filter, 0, { limit: 96, offset: 0, sort: 'name_asc' }],
  ['the third page', filter, 2, { limit: 96, offset: 192, sort: 'name_asc' }],
  [
    'a search',
    { ...filter, search: ' ab c ' },
    0,
    { limit: 96, offset: 0, sort: 'name_asc', search: 'ab c' },
  ],
  ['a search of blanks', { ...filter, search: '  ' }, 0, { limit: 96, offset: 0, sort: 'name_asc' }],
  [
    'statuses and another order',
    { search: '', statuses: ['INACTIVE'], sort: 'created_desc' } as const,
    1,
    { limit: 96, offset: 96, sort: 'created_desc', statuses: ['INACTIVE'] },
  ],
])('%s asks for what it shows', (_, wanted, page, request) => {
  expect(projectPageRequest(wanted, page)).toEqual(request)
})

test.each([
  [0, 0, false],
  [95, 96, true],
  [96, 96, false],
  [96, 97, true],
  [97, 96, false],
])('after %i of %i another page: %s', (loaded, total, more) => {
  expect(hasNextPage(loaded, total)).toBe(more)
})

test.each([
  [1, 'x', ['INACTIVE'], null],
  [0, '', [], 'no-projects'],
  [0, '  ', [], 'no-projects'],
  [0, 'x', [], 'no-match'],
  [0, '', ['INACTIVE'], 'no-match'],
])('%i found for “%s” %j: %s', (found, search, statuses, reason) => {
  expect(emptyListReason(found, { search, statuses })).toBe(reason)
})
