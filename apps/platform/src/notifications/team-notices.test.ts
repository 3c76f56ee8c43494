import { expect, test } from 'vitest'
import {
  addonChanged,
  factorRemoved,
  memberLeft,
  ownFactorRemoved,
  passwordReset,
  planBegan,
  planChanged,
  planKept,
  planScheduled,
  projectDeleted,
  projectTransferred,
  secretKeyMade,
  secretKeysRevealed,
} from './team-notices.js'

const shop = { ref: 'shop', name: 'Shop', organization_id: 7 }
const acme = { id: 7, name: 'Acme' }
const other = { id: 8, name: 'Other' }
const ada = { id: 'a', name: 'Ada' }
const bo = { id: 'b', name: 'Bo' }
const plans = { from: 'Pro', to: 'Free' }

const all = [
  planChanged(acme, { from: 'Free', to: 'Pro' }, ada),
  planScheduled(acme, { ...plans, at: 'Dec 1, 2026' }, ada),
  planKept(acme, 'Pro', ada),
  planBegan(acme, plans, ['Egress: 5 GB instead of 250 GB']),
  addonChanged(shop, { type: 'ipv4', name: 'IPv4', variant: 'One' }, ada),
  addonChanged(shop, { type: 'ipv4', name: 'IPv4', variant: null }, ada),
  projectDeleted(shop, ada),
  ...projectTransferred(shop, { from: acme, to: other }, ada),
  passwordReset(shop, ada),
  secretKeyMade(shop, 'server', ada),
  secretKeysRevealed(shop, ['server'], ada),
  memberLeft(acme, bo, bo),
  factorRemoved(acme, bo, ada),
  ownFactorRemoved('b', ada),
]

test('different things are different facts', () => {
  expect(new Set(all.map(({ fact }) => fact)).size).toBe(all.length)
})

test('each says who did it, so that it arrives as seen with them; a plan that begins comes from the platform', () => {
  const by = all.map((notice) => [notice.name, 'by' in notice.about ? notice.about.by : undefined])
  expect(by).toEqual(
    all.map(({ name }) => [
      name,
      name === 'organization.plan_began' ? undefined : name === 'member.left' ? 'b' : 'a',
    ]),
  )
})

test('a plan that takes something away is a warning with all of it', () => {
  const notice = planBegan(acme, plans, ['The add-on Micro of Shop', 'Egress: 5 GB instead of 250 GB'])
  expect(notice).toMatchObject({ priority: 'Warning', title: 'Acme is on the plan Free now' })
  expect(notice.message.split('\n').slice(-2)).toEqual([
    '- The add\\-on Micro of Shop',
    '- Egress\\: 5 GB instead of 250 GB',
  ])
  expect(planBegan(acme, { from: 'Pro', to: 'Team' }, []).priority).toBe('Info')
})

test('what is gone is told to its organization, not to a project that is away', () => {
  expect(projectDeleted(shop, ada).about).toEqual({ audience: 'projects', organizationId: 7, by: 'a' })
  const [left, came] = projectTransferred(shop, { from: acme, to: other }, ada)
  expect(left.about).toEqual({ audience: 'projects', organizationId: 7, by: 'a' })
  expect(came.about).toMatchObject({ organizationId: 8, projectRef: 'shop' })
})

test('a member who is removed is told of as such', () => {
  expect(memberLeft(acme, bo, ada)).toMatchObject({ name: 'member.removed', title: 'Bo left Acme' })
  expect(memberLeft(acme, bo, ada).message).toContain('**Ada** removed them')
})

test('names can’t form Markdown', () => {
  expect(secretKeyMade(shop, '[x](https://evil.example)', ada).message).not.toContain('](')
})
