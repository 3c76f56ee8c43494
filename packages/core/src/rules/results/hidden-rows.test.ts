import { expect, test } from 'vitest'
import { mayHideRows, type RowSecurity } from './hidden-rows.js'

const off: RowSecurity = { isOn: false, holdsForOwner: false }
const on: RowSecurity = { isOn: true, holdsForOwner: false }
const forced: RowSecurity = { isOn: true, holdsForOwner: true }

test.each([
  [off, true, false],
  [off, false, false],
  [on, true, false],
  [on, false, true],
  [forced, true, true],
  [forced, false, true],
  [null, true, false],
  [null, false, true],
])('%j, as the owner %s: rows may be hidden is %s', (rls, isOwner, may) => {
  expect(mayHideRows(rls, isOwner)).toBe(may)
})
