import { expect, test } from 'vitest'
import { partnerNotice } from './partner-notice.js'

test.each([
  ['the organization itself', { managed_by: null }, null],
  ['the provider', { managed_by: 'provider', partner_id: 'x' }, null],
  [
    'the first marketplace',
    { managed_by: 'vercel-marketplace', partner_id: 'icfg_1' },
    { partner: 'vercel-marketplace', redirect: { type: 'installation', installationId: 'icfg_1' } },
  ],
  [
    'the first marketplace, installation unknown',
    { managed_by: 'vercel-marketplace' },
    { partner: 'vercel-marketplace', redirect: null },
  ],
  [
    'the other marketplace',
    { managed_by: 'cloud-marketplace' },
    { partner: 'cloud-marketplace', redirect: { type: 'organization', slug: 'acme' } },
  ],
] as const)('managed by %s', (_, organization, notice) => {
  expect(partnerNotice({ slug: 'acme', ...organization })).toEqual(notice)
})
