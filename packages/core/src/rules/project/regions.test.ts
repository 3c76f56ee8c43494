import { expect, test } from 'vitest'
import { REGIONS, regionName } from './regions.js'

test('there are 16, each with its own code, its own name and coordinates', () => {
  expect(REGIONS).toHaveLength(16)
  expect(new Set(REGIONS.map(({ code }) => code)).size).toBe(16)
  expect(new Set(REGIONS.map(({ name }) => name)).size).toBe(16)
  for (const { at } of REGIONS) {
    expect(Math.abs(at[0])).toBeLessThanOrEqual(180)
    expect(Math.abs(at[1])).toBeLessThanOrEqual(90)
  }
})

test.each([
  ['eu-central-1', 'Central EU (Frankfurt)'],
  ['sa-east-1', 'South America (São Paulo)'],
  ['local', 'local'],
])('%s is named %s', (code, name) => {
  expect(regionName(code)).toBe(name)
})
