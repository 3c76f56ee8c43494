import { expect, test } from 'vitest'
import { invitedAddresses } from './invited-addresses.js'

test.each([
  ['', []],
  [' \n,; ', []],
  ['a@x.org', ['a@x.org']],
  ['a@x.org, b@x.org;c@x.org\nd@x.org\te@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']],
  ['a@x.org A@X.org b@x.org', ['a@x.org', 'b@x.org']],
  ['Ada Lovelace <ada@x.org>, "Bo, the second" <bo@x.org>', ['ada@x.org', 'bo@x.org']],
  ['<ada@x.org>', ['ada@x.org']],
  ['ada@x.org nonsense', ['ada@x.org', 'nonsense']],
])('%j', (text, addresses) => {
  expect(invitedAddresses(text)).toEqual(addresses)
})
