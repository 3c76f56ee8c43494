import { expect, test } from 'vitest'
import { actionHref } from './notification-action.js'

const target = { project_ref: 'shop', org_slug: 'acme' }

test.each([
  ['/project/[ref]/advisors/security', target, '/project/shop/advisors/security'],
  ['/project/[ref]', {}, '/project/_'],
  ['/org/[slug]/team', target, '/org/acme/team'],
  ['/org/[slug]', { project_ref: 'shop' }, '/org/_'],
  // The project wins.
  ['/project/[ref]?from=[slug]', target, '/project/shop?from=[slug]'],
  ['/project/[ref]', { project_ref: '../../evil' }, '/project/..%2F..%2Fevil'],
  ['/status', {}, '/status'],
  ['https://example.com/x', {}, 'https://example.com/x'],
  ['mailto:ada@example.com', {}, 'mailto:ada@example.com'],
] as const)('%s leads to %s %s', (url, data, href) => {
  expect(actionHref({ url }, data)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'project/shop',
  '',
])('%j leads nowhere', (url) => {
  expect(actionHref({ url }, target)).toBeNull()
})

test('an action without an address leads nowhere', () => {
  expect(actionHref({}, target)).toBeNull()
})
