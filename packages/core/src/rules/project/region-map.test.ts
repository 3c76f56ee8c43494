import { expect, test } from 'vitest'
import { MAP_HEIGHT, MAP_WIDTH, mapPosition, placeLabels } from './region-map.js'
import { REGIONS } from './regions.js'

test.each([
  [[-180, 90], 0, 0],
  [[0, 0], MAP_WIDTH / 2, MAP_HEIGHT / 2],
  [[180, -90], MAP_WIDTH, MAP_HEIGHT],
] as const)('%j is at %d, %d', (at, x, y) => expect(mapPosition(at)).toEqual({ x, y }))

test('a name stands at the right of its point, unless something is there or the map ends', () => {
  const named = (code: string, name = code) => ({ code, name })
  expect(
    placeLabels([named('ap-northeast-1', 'Tokyo'), named('sa-east-1', 'São Paulo')]).map(({ side }) => side),
  ).toEqual(['right', 'right'])
  expect(
    placeLabels([named('eu-central-1', 'Frankfurt'), named('eu-central-2', 'Zurich')]).map(
      ({ side }) => side,
    ),
  ).toEqual(['right', 'below'])
  expect(placeLabels([named('ap-southeast-2', 'A name that is longer than the sea')])[0]?.side).toBe('left')
})

test('a name does not lie on the points of other regions', () => {
  expect(placeLabels([{ code: 'eu-west-1', name: 'Ireland' }])[0]?.side).toBe('left')
})

test('each region has a place, and an unknown one has none', () => {
  expect(placeLabels(REGIONS).map(({ code }) => code)).toEqual(REGIONS.map(({ code }) => code))
  expect(placeLabels([{ code: 'local', name: 'local' }])).toEqual([])
})
