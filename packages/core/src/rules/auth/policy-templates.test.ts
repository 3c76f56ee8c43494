import { expect, test } from 'vitest'
import { policyParts } from './policy.js'
import { ownerColumn, POLICY_TEMPLATES, templateValues } from './policy-templates.js'

const uuid = (name: string) => ({ name, type: 'uuid' })

test('the owner is the likeliest column that can hold a user', () => {
  expect(ownerColumn([uuid('id'), uuid('author_id'), { name: 'user_id', type: 'bigint' }])).toBe('author_id')
  expect(ownerColumn([uuid('id')])).toBe('id')
  expect(ownerColumn([{ name: 'id', type: 'bigint' }])).toBeNull()
})

test.each(POLICY_TEMPLATES)('%s fills in what its command has, and nothing else', (template) => {
  const { command, using, check } = templateValues(template, [])
  const parts = policyParts(command)
  if (!parts.using) expect(using).toBeNull()
  if (!parts.check) expect(check).toBeNull()
})

test('a column is quoted', () => {
  expect(templateValues('own-rows', [uuid('user_id')]).using).toBe('(select auth.uid()) = "user_id"')
})
