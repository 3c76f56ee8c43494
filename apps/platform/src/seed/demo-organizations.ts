/**
 * The organizations of the demo: on a paid plan, on the free plan, managed by a partner, and with a required second
 * factor.
 */
import { randomUUID } from 'node:crypto'
import { newSecretToken } from '../secrets/secret-token.js'
import type { ControlStatement } from '../control/control-database.js'
import { insertInvitation } from '../control/members.js'
import { insertOrganization, type NewOrganization } from '../control/organizations.js'
import type { DemoPeople, DemoPerson } from './demo-people.js'
import { pastEntry, type PastEntry } from './past-entries.js'

export const SHOP_SLUG = 'harbour-supplies'
export const LETTER_SLUG = 'workshop-notes'
const PARTNER_SLUG = 'partner-goods'
const LOCKED_SLUG = 'safe-keeping'

export interface DemoOrganization {
  organization: NewOrganization
  members: readonly (readonly [person: keyof DemoPeople, roleId: string])[]
  /** Closed to members without a second factor; at first no member has one. */
  requiresMfa?: true
  invitations: readonly { email: string; roleId: string; expiredDaysAgo?: number }[]
}

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    organization: { slug: SHOP_SLUG, name: 'Harbour Supplies', plan: 'pro', usageBilling: true },
    members: [
      ['ada', 'owner'],
      ['bo', 'administrator'],
      ['dee', 'developer'],
      ['ray', 'read_only'],
    ],
    invitations: [
      { email: 'sam@example.com', roleId: 'developer' },
      { email: 'kim@example.com', roleId: 'read_only', expiredDaysAgo: 3 },
    ],
  },
  {
    organization: { slug: LETTER_SLUG, name: 'Workshop Notes', plan: 'free' },
    members: [
      ['ada', 'owner'],
      ['dee', 'developer'],
      ['ray', 'read_only'],
    ],
    invitations: [],
  },
  {
    organization: {
      slug: PARTNER_SLUG,
      name: 'Partner Goods',
      plan: 'pro',
      usageBilling: true,
      managedBy: 'vercel-marketplace',
      partnerId: 'icfg_demo',
      partnerUrl: 'https://partner.example.com/installations/icfg_demo',
    },
    members: [
      ['ada', 'owner'],
      ['bo', 'administrator'],
    ],
    invitations: [],
  },
  {
    organization: { slug: LOCKED_SLUG, name: 'Safe Keeping', plan: 'team', usageBilling: true },
    requiresMfa: true,
    members: [
      ['ada', 'owner'],
      ['dee', 'developer'],
    ],
    invitations: [],
  },
]

/** The organization with its members; the first is its creator. */
export function organizationStatements(
  { organization, members, requiresMfa }: DemoOrganization,
  people: DemoPeople,
): ControlStatement[] {
  const [[founder, roleId] = ['ada', 'owner'] as const, ...others] = members
  return [
    ...insertOrganization(organization, { profileId: people[founder].id, roleId }),
    ...others.map(([person, role]) => ({
      sql: `insert into control.members (organization_id, profile_id, role)
        select id, $2::uuid, $3 from control.organizations where slug = $1`,
      parameters: [organization.slug, people[person].id, role],
      expect: 1,
    })),
    ...(requiresMfa
      ? [
          {
            sql: 'update control.organizations set requires_mfa = true where slug = $1',
            parameters: [organization.slug],
            expect: 1,
          },
        ]
      : []),
  ]
}

/** The links of these are unknown; a real invitation replaces them. */
export function invitationStatements(
  { invitations }: DemoOrganization,
  organizationId: number,
  by: DemoPerson,
): ControlStatement[] {
  return invitations.flatMap(({ email, roleId, expiredDaysAgo }) => {
    const id = randomUUID()
    const invitation = { id, organizationId, email, roleId, invitedBy: by.id }
    return [
      ...insertInvitation({
        ...invitation,
        tokenHash: newSecretToken().hash,
        isMailed: false,
        mayReplace: [],
      }),
      ...(expiredDaysAgo === undefined ? [] : [expire(id, expiredDaysAgo)]),
    ]
  })
}

function expire(id: string, daysAgo: number): ControlStatement {
  return {
    sql: `update control.invitations set expires_at = now() - make_interval(days => $2::int),
      created_at = now() - make_interval(days => $2::int + 7) where id = $1`,
    parameters: [id, daysAgo],
    expect: 1,
  }
}

/** What happened before the projects of today were made; the oldest first. */
export function pastStatements({ ada, bo, dee }: DemoPeople): ControlStatement[] {
  const shop: PastEntry[] = [
    { actor: ada, action: 'organization.create', target: 'Harbour Supplies', daysAgo: 92 },
    { actor: ada, action: 'member.invite', target: bo.email, daysAgo: 91, detail: { role: 'Administrator' } },
    { actor: bo, action: 'member.join', target: bo.email, daysAgo: 90.9, detail: { role: 'Administrator' } },
    { actor: bo, action: 'member.invite', target: dee.email, daysAgo: 64, detail: { role: 'Read-only' } },
    { actor: dee, action: 'member.join', target: dee.email, daysAgo: 63.4, detail: { role: 'Read-only' } },
    {
      actor: ada,
      action: 'member.role_change',
      target: dee.email,
      daysAgo: 60,
      detail: { from: 'Read-only', to: 'Developer' },
    },
    {
      actor: ada,
      action: 'organization.update',
      target: 'Harbour Supplies',
      daysAgo: 31,
      detail: { name: { from: 'Harbour', to: 'Harbour Supplies' } },
    },
    {
      actor: bo,
      action: 'member.invite',
      target: 'sam@example.com',
      daysAgo: 0.2,
      detail: { role: 'Developer' },
    },
  ]
  const founded = (slug: string, target: string, daysAgo: number) => ({
    slug,
    entry: { actor: ada, action: 'organization.create', target, daysAgo },
  })
  return (
    [
      ...shop.map((entry) => ({ slug: SHOP_SLUG, entry })),
      founded(LETTER_SLUG, 'Workshop Notes', 40),
      founded(PARTNER_SLUG, 'Partner Goods', 12),
      founded(LOCKED_SLUG, 'Safe Keeping', 8),
    ]
      // A log is read in the order in which its lines were written.
      .toSorted((one, other) => other.entry.daysAgo - one.entry.daysAgo)
      .map(({ slug, entry }) => pastEntry(slug, entry))
  )
}
