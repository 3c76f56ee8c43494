import type { Branch } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import {
  branchesInOrder,
  branchKind,
  branchOf,
  isBranchingOff,
  isResetRefused,
  mergeRequestOf,
} from './branches.js'

test.each([
  [undefined, 'production'],
  [{ is_default: true, persistent: false }, 'production'],
  [{ is_default: true, persistent: true }, 'production'],
  [{ is_default: false, persistent: true }, 'persistent'],
  [{ is_default: false, persistent: false }, 'preview'],
] as const)('%o is %s', (branch, kind) => {
  expect(branchKind(branch)).toBe(kind)
})

const branch = (name: string, changes: Partial<Branch>): Branch => ({
  id: name,
  name,
  project_ref: name,
  parent_project_ref: 'main',
  is_default: false,
  persistent: false,
  status: 'ACTIVE_HEALTHY',
  with_data: false,
  off: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...changes,
})

test('the default branch comes first, then the newest', () => {
  const given = [
    branch('old', {}),
    branch('main', { is_default: true, created_at: '2025-01-01T00:00:00Z' }),
    branch('new', { created_at: '2026-02-01T00:00:00Z' }),
  ]
  expect(branchesInOrder(given).map(({ name }) => name)).toEqual(['main', 'new', 'old'])
  expect(given.map(({ name }) => name)).toEqual(['old', 'main', 'new'])
})

test('the branch of a page is the one whose project is open', () => {
  expect(branchOf([branch('main', {}), branch('new', {})], 'new')?.name).toBe('new')
  expect(branchOf([branch('main', {})], 'other')).toBeUndefined()
})

test('only the answer that there is no branching reads as an empty list', () => {
  expect(isBranchingOff('Preview branching is not enabled for this project.')).toBe(true)
  expect(isBranchingOff('Preview branching is broken')).toBe(false)
})

test.each<[string, Partial<Branch> | undefined, string]>([
  ['a preview', {}, 'open'],
  ['a preview whose review was asked for', { review_requested_at: '2026-01-01T00:00:00Z' }, 'review'],
  ['a git branch', { git_branch: 'feature/x' }, 'none'],
  ['a persistent branch', { persistent: true }, 'none'],
  ['the default branch', { is_default: true }, 'none'],
  ['what is not known yet', undefined, 'none'],
])('the merge request of %s: %s', (_, changes, request) =>
  expect(mergeRequestOf(changes && branch('one', changes))).toBe(request),
)

test.each([
  ['ACTIVE_HEALTHY', undefined, false],
  ['ACTIVE_HEALTHY', 'The disk is full', true],
  ['ACTIVE_UNHEALTHY', 'Its server stopped', false],
  ['RESTORING', undefined, false],
] as const)('%s with the reason %s: a reset was refused is %s', (status, reason, is) => {
  expect(isResetRefused({ status, ...(reason && { status_reason: reason }) })).toBe(is)
})
