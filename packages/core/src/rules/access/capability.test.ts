import type { Capabilities } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { capabilityOf } from './capability.js'

const no = { available: false, reason: 'Not here' } as const
const yes = { available: true } as const
const capabilities = (replicas: Capabilities['replicas']): Capabilities => ({
  concurrentRuns: yes,
  gentleCancel: yes,
  largeImports: yes,
  replicas,
  branches: no,
  poolers: no,
  networkAccess: no,
  logicalDecoding: no,
})

test('the primary decides, at any position in the list', () => {
  const databases = [
    { type: 'READ_REPLICA', capabilities: capabilities(no) },
    { type: 'PRIMARY', capabilities: capabilities(yes) },
  ] as const
  expect(capabilityOf(databases, 'replicas')).toEqual(yes)
  expect(capabilityOf(databases, 'branches')).toEqual(no)
})

test('without a primary it is not known', () => {
  expect(capabilityOf([], 'replicas')).toBeUndefined()
  expect(
    capabilityOf([{ type: 'READ_REPLICA', capabilities: capabilities(yes) }], 'replicas'),
  ).toBeUndefined()
})
