import { expect, test } from 'vitest'
import { nameListText, namesIn, withName, withNameEarlier, withoutName } from './name-list.js'

const list = nameListText(['public', 'a,b', 'c"d\n'])

test('a list is read back as it was, whatever its names hold', () => {
  expect(namesIn(list)).toEqual(['public', 'a,b', 'c"d\n'])
})

test.each([
  ['a name is added at the end', withName(list, 'new'), ['public', 'a,b', 'c"d\n', 'new']],
  ['a name that is there stays in its place', withName(list, 'public'), ['public', 'a,b', 'c"d\n']],
  ['a name is removed', withoutName(list, 'a,b'), ['public', 'c"d\n']],
  ['a name that is not there is not removed', withoutName(list, 'b'), ['public', 'a,b', 'c"d\n']],
  ['a name moves to the front', withNameEarlier(list, 'a,b'), ['a,b', 'public', 'c"d\n']],
  ['the last one moves up by one', withNameEarlier(list, 'c"d\n'), ['public', 'c"d\n', 'a,b']],
  ['the first one stays', withNameEarlier(list, 'public'), ['public', 'a,b', 'c"d\n']],
  ['an unknown name moves nothing', withNameEarlier(list, 'x'), ['public', 'a,b', 'c"d\n']],
  ['what is no list is empty', 'public', []],
  ['what is no list of names has none', '[1, null]', []],
  ['an object is no list', '{}', []],
])('%s', (_, text, names) => expect(namesIn(text)).toEqual(names))
