import type { Lint } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { plain } from '../text/notifications.js'
import {
  advisorFindings,
  diskLow,
  lintKey,
  memberJoined,
  projectCreated,
  projectFailed,
  projectPaused,
  roleChanged,
  usageLimitExceeded,
} from './notices.js'

const shop = { ref: 'shop', name: 'Shop', organization_id: 7 }
const acme = { id: 7, name: 'Acme' }
const usage = { metric: 'Egress', used: '6 GB', limit: '5 GB', period: '2026-01-01' }

test.each([
  [projectCreated(shop), 'project.created', 'Info', 'Shop is ready'],
  [projectPaused(shop), 'project.paused', 'Info', 'Shop was paused'],
  [projectFailed(shop, 'unhealthy', 'x'), 'project.unhealthy', 'Critical', 'Shop is unhealthy'],
  [projectFailed(shop, 'not-created', 'x'), 'project.not-created', 'Critical', 'Shop could not be created'],
  [projectFailed(shop, 'not-deleted', 'x'), 'project.not-deleted', 'Critical', 'Shop could not be deleted'],
  [diskLow('nearly-full', 1), 'disk.nearly-full', 'Warning', 'The disk is nearly full'],
  [diskLow('full', 1), 'disk.full', 'Critical', 'The disk is full'],
  [usageLimitExceeded(acme, usage), 'usage.exceeded', 'Warning', 'Acme exceeds its usage limits'],
  [memberJoined(acme, { id: 'a', name: 'Ada', role: 'Owner' }), 'member.joined', 'Info', 'Ada joined Acme'],
  [
    roleChanged(acme, { id: 'a', from: 'Owner', to: 'Developer' }),
    'member.role_changed',
    'Info',
    'Your role in Acme changed',
  ],
])('%# is told', (notice, name, priority, title) => {
  expect(notice).toMatchObject({ name, priority, title })
})

test('different things are different facts', () => {
  const facts = [
    projectCreated(shop),
    projectPaused(shop),
    projectFailed(shop, 'unhealthy', 'x'),
    projectFailed(shop, 'not-created', 'x'),
    projectCreated({ ...shop, ref: 'other' }),
    usageLimitExceeded(acme, usage),
    usageLimitExceeded(acme, { ...usage, metric: 'Storage' }),
    usageLimitExceeded(acme, { ...usage, period: '2026-02-01' }),
    diskLow('full', 1),
    diskLow('nearly-full', 1),
  ].map(({ fact }) => fact)
  expect(new Set(facts).size).toBe(facts.length)
  expect(projectFailed(shop, 'unhealthy', 'x').fact).toBe(projectFailed(shop, 'unhealthy', 'y').fact)
})

const lint = (name: string, entity: string) =>
  ({
    name,
    level: 'ERROR',
    categories: ['SECURITY'],
    detail: `${entity} is open`,
    metadata: { entity },
  }) as unknown as Lint

test('new findings are one notice, which names the first five', () => {
  expect(advisorFindings(shop, [])).toBeNull()
  expect(advisorFindings(shop, [lint('a', 'public.x')])).toMatchObject({
    title: 'The advisors found an error in Shop',
    message: '- public\\.x is open',
  })
  const many = Array.from({ length: 7 }, (_, at) => lint('a', `t${at}`))
  const notice = advisorFindings(shop, many)
  expect(notice?.title).toBe('The advisors found 7 errors in Shop')
  expect(notice?.message.split('\n')).toHaveLength(6)
  expect(notice?.message).toContain('- 2 more')
  expect(advisorFindings(shop, many.slice(1))?.fact).not.toBe(notice?.fact)
  const warning = { ...lint('b', 'public.y'), level: 'WARN' as const, categories: ['PERFORMANCE' as const] }
  expect(advisorFindings(shop, [warning, lint('a', 'public.x')])).toMatchObject({
    name: 'advisor.errors',
    title: 'The advisors found an error and a warning in Shop',
    message: '- public\\.x is open\n- public\\.y is open',
  })
  expect(advisorFindings(shop, [warning])).toMatchObject({
    priority: 'Info',
    title: 'The advisors found a warning in Shop',
    actions: [{ url: '/project/[ref]/advisors/performance' }],
  })
})

test('a finding stays the same one when its details change', () => {
  expect(lintKey({ ...lint('a', 'public.x'), detail: '2 policies' } as Lint)).toBe(
    lintKey(lint('a', 'public.x')),
  )
  expect(lintKey(lint('a', 'public.x'))).not.toBe(lintKey(lint('b', 'public.x')))
})

test.each([
  ['Shop 2', 'Shop 2'],
  ['a\n# b', 'a \\# b'],
  ['**x**', '\\*\\*x\\*\\*'],
  ['<b>', '\\<b\\>'],
  ['https://evil.example', 'https\\://evil\\.example'],
  ['ada@example.com', 'ada\\@example\\.com'],
])('%j in a message is %s', (name, text) => {
  expect(plain(name)).toBe(text)
})
