import { expect, test } from 'vitest'
import { askedOpening, OPENINGS, searchAsking, searchWithoutAsking } from './asked-opening.js'

test.each(OPENINGS)('%s is asked for, and taken out again', (opening) => {
  const search = searchAsking('?schema=public', opening)
  expect(search).toBe(`?schema=public&open=${opening}`)
  expect(askedOpening(search)).toBe(opening)
  expect(searchWithoutAsking(search)).toBe('?schema=public')
})

test('what is not known is not asked for', () => {
  expect(askedOpening('')).toBeUndefined()
  expect(askedOpening('?open=')).toBeUndefined()
  expect(askedOpening('?open=everything')).toBeUndefined()
  expect(searchWithoutAsking('?open=invite')).toBe('')
})

test('one thing is asked for at a time', () => {
  expect(searchAsking('?open=invite', 'new-table')).toBe('?open=new-table')
})
