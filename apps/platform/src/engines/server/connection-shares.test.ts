import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectionShares } from './connection-shares.js'

const sum = (shares: object) => Object.values(shares).reduce((all: number, share: number) => all + share, 0)

test('a usual server has room for all parts, and applications get the rest', () => {
  expect(connectionShares(97)).toEqual({
    owner: 10,
    admin: 10,
    reader: 10,
    service: 10,
    poolers: 30,
    functions: 10,
    applications: 17,
  })
  expect(connectionShares(497)).toMatchObject({ functions: 20, applications: 407 })
})

test('a small server is shared in proportion', () => {
  expect(connectionShares(20)).toEqual({
    owner: 3,
    admin: 2,
    reader: 2,
    service: 2,
    poolers: 6,
    functions: 2,
    applications: 3,
  })
})

test('where there are fewer connections than parts, each part can still work', () => {
  expect(connectionShares(1)).toEqual({
    owner: 3,
    admin: 1,
    reader: 1,
    service: 1,
    poolers: 1,
    functions: 1,
    applications: 1,
  })
})

test('from eleven connections on the parts together never take more than there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 11, max: 5000 }), (free) => {
      const shares = connectionShares(free)
      expect(sum(shares)).toBeLessThanOrEqual(free)
      for (const share of Object.values(shares)) expect(share).toBeGreaterThanOrEqual(1)
    }),
  )
})
