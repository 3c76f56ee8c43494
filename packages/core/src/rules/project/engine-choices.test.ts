import type { EngineOffer } from '@basedeck/platform-client'
import { expect, test } from 'vitest'
import { engineChoices } from './engine-choices.js'

const available = (kind: EngineOffer['kind']): EngineOffer => ({ kind, available: true, description: '' })
const missing: EngineOffer = { kind: 'cluster', available: false, reason: 'No PostgreSQL is installed' }

test.each<[string, EngineOffer['kind'], EngineOffer[], object[]]>([
  [
    'both run',
    'cluster',
    [available('cluster'), available('pglite'), available('postgres')],
    [
      { engine: 'cluster', isDefault: true },
      { engine: 'pglite', isDefault: false },
    ],
  ],
  [
    'one is missing',
    'pglite',
    [missing, available('pglite')],
    [
      { engine: 'cluster', isDefault: false, refusal: 'No PostgreSQL is installed' },
      { engine: 'pglite', isDefault: true },
    ],
  ],
  ['only a server elsewhere', 'postgres', [available('postgres')], []],
])('%s', (_, engine, engines, choices) => {
  expect(engineChoices({ engine, engines })).toEqual(choices)
})
