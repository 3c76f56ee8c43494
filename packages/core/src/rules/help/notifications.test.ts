import { describe, expect, test } from 'vitest'
import {
  afterShown,
  canArchiveAll,
  emptyInbox,
  filterCount,
  filtersInTab,
  NO_FILTERS,
  offeredStatuses,
  queriedStatuses,
  readingOf,
  toggledFilter,
  type InboxFilters,
} from './notifications.js'

const unread: InboxFilters = { ...NO_FILTERS, statuses: ['unread'] }
const many: InboxFilters = {
  statuses: ['unread'],
  priorities: ['Warning', 'Critical'],
  organizations: ['acme'],
  projects: ['shop', 'letters', 'archive'],
}

test('the number of filters is the sum over the four lists', () => {
  expect(filterCount(NO_FILTERS)).toBe(0)
  expect(filterCount(unread)).toBe(1)
  expect(filterCount(many)).toBe(7)
})

test('a filter is chosen, and taken back', () => {
  const chosen = toggledFilter(NO_FILTERS, 'organizations', 'acme')
  expect(chosen).toEqual({ ...NO_FILTERS, organizations: ['acme'] })
  expect(toggledFilter(chosen, 'organizations', 'letters').organizations).toEqual(['acme', 'letters'])
  expect(toggledFilter(chosen, 'organizations', 'acme')).toEqual(NO_FILTERS)
  const both = toggledFilter(chosen, 'organizations', 'letters')
  expect(toggledFilter(both, 'organizations', 'acme').organizations).toEqual(['letters'])
})

describe('a tab', () => {
  test.each([
    ['inbox', NO_FILTERS, ['new', 'seen']],
    ['inbox', unread, ['new']],
    ['inbox', { ...many, statuses: [] }, ['new', 'seen']],
    ['archived', NO_FILTERS, ['archived']],
    ['archived', unread, ['archived']],
  ] as const)('%s asks for its statuses', (tab, filters, statuses) => {
    expect(queriedStatuses(tab, filters)).toEqual(statuses)
  })

  test('the archive clears the unread filter, and keeps the others', () => {
    expect(filtersInTab(many, 'archived')).toEqual({ ...many, statuses: [] })
    expect(filtersInTab(many, 'inbox')).toBe(many)
    expect(filtersInTab(NO_FILTERS, 'archived')).toBe(NO_FILTERS)
  })

  test.each([
    ['inbox', 0, false],
    ['inbox', 1, true],
    ['archived', 1, false],
    ['archived', 0, false],
  ] as const)('%s with %i shown archives all: %s', (tab, shown, can) => {
    expect(canArchiveAll(tab, shown)).toBe(can)
  })
})

describe('what is read', () => {
  test('each unread one waits once', () => {
    const queue = afterShown([], { id: 'a', status: 'new' })
    expect(queue).toEqual(['a'])
    expect(afterShown(queue, { id: 'a', status: 'new' })).toBe(queue)
    expect(afterShown(queue, { id: 'b', status: 'seen' })).toBe(queue)
    expect(afterShown(queue, { id: 'b', status: 'archived' })).toBe(queue)
    expect(afterShown(queue, { id: 'b', status: 'new' })).toEqual(['a', 'b'])
  })

  test('nothing is sent when nothing waits', () => {
    expect(readingOf([])).toBeNull()
    expect(readingOf(['a', 'b'])).toEqual([
      { id: 'a', status: 'seen' },
      { id: 'b', status: 'seen' },
    ])
  })
})

test.each([
  ['new', ['seen', 'archived']],
  ['seen', ['new', 'archived']],
  ['archived', ['seen']],
] as const)('%s offers %s', (status, offered) => {
  expect(offeredStatuses(status)).toEqual(offered)
})

test.each([
  ['inbox', NO_FILTERS, { reason: 'caught-up' }],
  ['inbox', many, { reason: 'filtered', filters: 7 }],
  ['archived', NO_FILTERS, { reason: 'archive-empty' }],
  ['archived', { ...many, statuses: [] }, { reason: 'archive-filtered', filters: 6 }],
] as const)('an empty %s says why', (tab, filters, reason) => {
  expect(emptyInbox(tab, filters)).toEqual(reason)
})
