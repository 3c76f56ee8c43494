import { expect, test } from 'vitest'
import { NOBODY, presentAfter, type Present } from './presence.js'

const plain = (present: Present) =>
  Object.fromEntries([...present].map(([key, said]) => [key, Object.fromEntries(said)]))
const STATE = { ada: { metas: [{ phx_ref: '1', at: 'desk' }] }, ben: { metas: [{ phx_ref: '2' }] } }

test('the state is who is there', () => {
  expect(plain(presentAfter(NOBODY, 'state', STATE))).toEqual({ ada: { 1: { at: 'desk' } }, ben: { 2: {} } })
  expect(plain(presentAfter(presentAfter(NOBODY, 'state', STATE), 'state', {}))).toEqual({})
})

test('a difference adds, replaces and takes away connections', () => {
  const before = presentAfter(NOBODY, 'state', STATE)
  const after = presentAfter(before, 'diff', {
    joins: {
      ada: { metas: [{ phx_ref: '3', phx_ref_prev: '1', at: 'door' }] },
      cyd: { metas: [{ phx_ref: '4' }] },
    },
    leaves: { ada: { metas: [{ phx_ref: '1' }] }, ben: { metas: [{ phx_ref: '2' }] } },
  })
  expect(plain(after)).toEqual({ ada: { 3: { at: 'door' } }, cyd: { 4: {} } })
  expect(plain(before)).toEqual({ ada: { 1: { at: 'desk' } }, ben: { 2: {} } })
})

test('a second connection of a key stays when the first one goes', () => {
  const two = presentAfter(presentAfter(NOBODY, 'state', STATE), 'diff', {
    joins: { ada: { metas: [{ phx_ref: '9' }] } },
    leaves: {},
  })
  const one = presentAfter(two, 'diff', { joins: {}, leaves: { ada: { metas: [{ phx_ref: '1' }] } } })
  expect(plain(one)).toMatchObject({ ada: { 9: {} } })
})

test.each([null, 3, 'x', [], { joins: 1, leaves: [] }, { joins: { a: { metas: 2 } } }])(
  'what is no difference (%j) takes nobody away',
  (payload) => {
    expect(plain(presentAfter(presentAfter(NOBODY, 'state', STATE), 'diff', payload))).toMatchObject({
      ada: { 1: {} },
      ben: { 2: {} },
    })
  },
)
