import { expect, test } from 'vitest'
import { MAP_HEIGHT, MAP_WIDTH, mapPosition, placeLabels } from './region-map.js'
import { REGIONS } from './regions.js'

test.each([
  [[-180, 90], 0, 0],
  [[0, 0], MAP_WIDTH / 2, MAP_HEIGHT / 2],
  [[180, -90], MAP_WIDTH, MAP_HEIGHT],
] as const)('%j is at %d, %d', (at, x, y) => expect(mapPosition(at)).toEqual({ x, y }))

test('a name stands at the right of its point, unless another name is there or the map ends', () => {
  const named = (code: string, name = code) => ({ code, name })
  expect(
    placeLabels([named('us-west-1', 'North California'), named('sa-east-1', 'São Paulo')]).map(({ side }) => side),
  ).toEqual(['right', 'right'])
  expect(
    placeLabels([named('eu-central-1', 'Frankfurt'), named('eu-central-2', 'Zurich')]).map(
      ({ side }) => side,
    ),
  ).toEqual(['right', 'left'])
  expect(placeLabels([named('ap-southeast-2', 'A name that is longer than the sea')])[0]?.side).toBe('left')
})

test('each region has a place, and an unknown one has none', () => {
  expect(placeLabels(REGIONS).map(({ code }) => code)).toEqual(REGIONS.map(({ code }) => code))
  expect(placeLabels([{ code: 'local', name: 'local' }])).toEqual([])
})
