import { expect, test } from 'vitest'
import { homeTarget } from './home-target.js'

const nothing = { isPlatform: true, lastVisited: null, current: null, organizations: null }
const organization = (slug: string) => ({ page: 'organization', slug })

test.each([
  ['self-hosted', { isPlatform: false, lastVisited: 'a' }, { page: 'project', ref: 'default' }],
  ['visited last', { lastVisited: 'a', current: 'b', organizations: ['c', 'a'] }, organization('a')],
  ['visited last, the others not known yet', { lastVisited: 'a' }, organization('a')],
  ['visited last, gone since', { lastVisited: 'a', current: 'b', organizations: ['b'] }, organization('b')],
  ['visited last and gone, none open', { lastVisited: 'a', organizations: ['c', 'd'] }, organization('c')],
  ['one is open', { current: 'b', organizations: ['c', 'b'] }, organization('b')],
  ['none is open', { organizations: ['c', 'd'] }, organization('c')],
  ['no organization', { organizations: [] }, { page: 'organizations' }],
  ['nothing is known', {}, { page: 'organizations' }],
])('%s', (_, situation, target) => {
  expect(homeTarget({ ...nothing, ...situation })).toEqual(target)
})
