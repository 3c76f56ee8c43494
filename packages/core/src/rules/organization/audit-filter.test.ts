import { expect, test } from 'vitest'
import { auditChoices, auditParameters, isAuditFiltered, NO_AUDIT_FILTER } from './audit-filter.js'

const choices = {
  actors: [
    { id: '2', name: 'Zoe' },
    { id: '1', name: 'Ada' },
  ],
  tokens: [{ id: 't', name: 'nightly' }],
  actions: ['project.create'],
  projects: [],
}

test('only what is chosen is asked for', () => {
  expect(auditParameters(NO_AUDIT_FILTER)).toEqual({})
  expect(auditParameters({ ...NO_AUDIT_FILTER, project: 'shop', day: '2026-01-31' })).toEqual({
    project_ref: 'shop',
    day: '2026-01-31',
  })
})

test.each(['actor', 'token', 'action', 'project', 'day'] as const)('%s narrows the log', (kind) => {
  expect(isAuditFiltered(NO_AUDIT_FILTER)).toBe(false)
  expect(isAuditFiltered({ ...NO_AUDIT_FILTER, [kind]: 'x' })).toBe(true)
})

test('choices are in the order of their names; what all entries share is no choice', () => {
  expect(auditChoices(choices, 'actor', '').map(({ name }) => name)).toEqual(['Ada', 'Zoe'])
  expect(auditChoices(choices, 'action', '')).toEqual([])
  expect(auditChoices(choices, 'action', 'project.create')).toHaveLength(1)
  expect(auditChoices({ ...choices, actors: choices.actors.slice(1) }, 'actor', '')).toEqual([])
  // One token tells what it did from what people did.
  expect(auditChoices(choices, 'token', '')).toHaveLength(1)
  expect(auditChoices(choices, 'project', '')).toEqual([])
})
