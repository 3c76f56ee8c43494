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
    applications: 27,
  })
  expect(connectionShares(497).applications).toBe(427)
})

test('a small server is shared in proportion', () => {
  expect(connectionShares(20)).toEqual({
    owner: 3,
    admin: 2,
    reader: 2,
    service: 2,
    poolers: 6,
    applications: 5,
  })
})

test('where there are fewer connections than parts, each part can still work', () => {
  expect(connectionShares(1)).toEqual({
    owner: 3,
    admin: 1,
    reader: 1,
    service: 1,
    poolers: 1,
    applications: 1,
  })
})

test('from ten connections on the parts together never take more than there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5000 }), (free) => {
      const shares = connectionShares(free)
      expect(sum(shares)).toBeLessThanOrEqual(free)
      for (const share of Object.values(shares)) expect(share).toBeGreaterThanOrEqual(1)
    }),
  )
})
