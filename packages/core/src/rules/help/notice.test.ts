import { expect, test } from 'vitest'
import { noticeKey, showsNotice } from './notice.js'

const notice = { title: 'New limits', text: 'From May on.', until: '2026-05-01T00:00:00Z' }
const may = Date.parse('2026-05-01T00:00:00Z')

test.each([
  ['no notice', undefined, '', 0, false],
  ['it is new', notice, '', may - 1, true],
  ['its time has passed', notice, '', may, false],
  ['it was put away', notice, noticeKey(notice), 0, false],
  ['another one was put away', notice, noticeKey({ ...notice, text: 'From June on.' }), 0, true],
  ['it has no end', { title: 'a', text: 'b' }, '', may * 2, true],
  ['its end is no time', { ...notice, until: 'soon' }, '', may * 2, true],
])('when %s', (_, given, putAway, now, shown) => {
  expect(showsNotice(given, putAway, now)).toBe(shown)
})

test('the key of a notice stays the same: the one that was put away is kept', () => {
  expect(noticeKey(notice)).toBe('["New limits","From May on.","2026-05-01T00:00:00Z"]')
  expect(noticeKey({ title: 'a', text: 'b' })).toBe('["a","b",""]')
})

test('two notices whose words run together are two', () => {
  expect(noticeKey({ title: 'a', text: 'bc' })).not.toBe(noticeKey({ title: 'ab', text: 'c' }))
})
