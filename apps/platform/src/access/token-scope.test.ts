import type { Permission } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { mayChangeOwn, narrowed, type TokenScope } from './token-scope.js'

const scope = (more: Partial<TokenScope> = {}): TokenScope => ({
  access: 'manage',
  projectRef: null,
  isNarrow: false,
  ...more,
})
const permission = (actions: Permission['actions'], resources: Permission['resources']): Permission => ({
  actions,
  resources,
  organization_slug: 'acme',
})
const brief = (permissions: Permission[]) => permissions.map(({ actions, resources }) => [actions, resources])

const ALL = permission(['%'], ['%'])
const READ = permission(['read'], ['billing'])
const UPDATE = permission(['update'], ['members', 'database'])
const BOTH = permission(['update', 'read'], ['snippets'])

test('a token that manages has the rights of its owner', () => {
  expect(narrowed([ALL, READ, UPDATE], scope())).toEqual([ALL, READ, UPDATE])
})

test('a token that reads has of each right the reading, where there is one', () => {
  expect(brief(narrowed([ALL, READ, UPDATE, BOTH], scope({ access: 'read' })))).toEqual([
    [['read'], ['%']],
    [['read'], ['billing']],
    [['read'], ['snippets']],
  ])
})

test('a token that writes reads members, and changes everything else', () => {
  const written = narrowed([ALL, READ, UPDATE], scope({ access: 'write' }))
  expect(brief(written).slice(2)).toEqual([
    [['read'], ['billing']],
    [['read'], ['billing']],
    [['update'], ['database']],
  ])
  const [reads, changes] = written
  expect([reads?.actions, reads?.resources]).toEqual([['read'], ['%']])
  expect(changes?.actions).toEqual(['%'])
  expect(changes?.resources).toEqual(
    expect.arrayContaining(['organization', 'billing', 'projects', 'database', 'shared_snippets']),
  )
  expect(changes?.resources).not.toContain('members')
  expect(changes?.resources).toHaveLength(19)
})

test('a token for one project gives rights in that project only', () => {
  expect(narrowed([ALL], scope({ projectRef: 'shop' }))).toEqual([{ ...ALL, project_refs: ['shop'] }])
  expect(narrowed([ALL], scope())[0]).not.toHaveProperty('project_refs')
})

test.each([
  ['manage', false, true],
  ['write', false, true],
  ['read', false, false],
  ['manage', true, false],
] as const)('a token that may %s, narrow: %s, changes what its owner owns: %s', (access, isNarrow, may) => {
  expect(mayChangeOwn(scope({ access, isNarrow }))).toBe(may)
})
