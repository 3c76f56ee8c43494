import { expect, test } from 'vitest'
import { REPLICA_STEPS } from '@basedeck/platform-client/contract'
import { copyEstimate, failedStep, setupPercent } from './replica-setup.js'

test('each step has its percentage, and the part that fails after it', () => {
  expect(REPLICA_STEPS.map((step) => [Math.round(setupPercent(step)), failedStep(step)])).toEqual([
    [0, 'launch'],
    [17, 'launch'],
    [33, 'initiate'],
    [50, 'download'],
    [67, 'replay'],
    [83, 'complete'],
    [100, 'complete'],
  ])
})

test.each([
  [
    { doneBytes: 0, totalBytes: 100, seconds: 0 },
    { bytesPerSecond: 0, secondsLeft: undefined },
  ],
  [
    { doneBytes: 0, totalBytes: 100, seconds: 5 },
    { bytesPerSecond: 0, secondsLeft: undefined },
  ],
  [
    { doneBytes: 50, totalBytes: 100, seconds: 2 },
    { bytesPerSecond: 25, secondsLeft: 2 },
  ],
  [
    { doneBytes: 120, totalBytes: 100, seconds: 2 },
    { bytesPerSecond: 60, secondsLeft: 0 },
  ],
])('%j: %j', (progress, expected) => expect(copyEstimate(progress)).toEqual(expected))
