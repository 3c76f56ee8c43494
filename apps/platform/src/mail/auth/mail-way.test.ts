import { expect, test } from 'vitest'
import { isOperatorsName, mailWay } from './mail-way.js'

const own = { smtp_host: 'smtp.example.com', smtp_admin_email: 'app@example.com' }
const none = { smtp_host: '', smtp_admin_email: '' }

test.each([
  [own, true, true, 'project'],
  [own, false, false, 'project'],
  [{ ...own, smtp_admin_email: '' }, true, false, 'platform'],
  [none, true, true, 'platform'],
  [none, true, false, 'platform'],
  [none, false, false, 'kept'],
  [none, false, true, 'none'],
])('%j, a server of the platform %s, hosted %s: %s', (config, hasPlatformServer, isPlatform, way) =>
  expect(mailWay({ config, hasPlatformServer, isPlatform })).toBe(way),
)

test.each([
  ['platform', true, true],
  ['platform', false, false],
  ['project', true, false],
] as const)('%s, hosted %s: in the operator’s name %s', (way, isPlatform, is) =>
  expect(isOperatorsName(way, isPlatform)).toBe(is),
)
