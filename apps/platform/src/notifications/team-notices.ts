/**
 * What members do that their team must hear of, as data: plans and add-ons, projects that leave, passwords, keys, members and
 * second factors. Who did it finds it in their inbox as seen.
 * @rule notifications.team-notices  @spec §3
 */
import { notificationText as text } from '../text/notifications.js'
import { teamNoticeText as team } from '../text/team-notices.js'
import { ACCOUNT } from './audience.js'
import type { Notice } from './notice.js'
import type { NoticedProject } from './notices.js'

/** Who did something. Undefined: the platform, or its operator at the machine. */
export interface Doing {
  id: string
  name: string
}

export interface NoticedOrganization {
  id: number
  name: string
}

const PROJECT = { label: text.actions.project, url: '/project/[ref]' }
const BILLING = { label: team.actions.billing, url: '/org/[slug]/billing' }
const ADDONS = { label: team.actions.addons, url: '/project/[ref]/settings/addons' }
const KEYS = { label: team.actions.keys, url: '/project/[ref]/settings/api-keys' }
const MEMBERS = { label: text.actions.members, url: '/org/[slug]/team' }
const SECURITY = { label: team.actions.security, url: '/account/security' }

/** A higher plan began. @param plans names of plans */
export function planChanged(
  organization: NoticedOrganization,
  plans: { from: string; to: string },
  by: Doing,
): Notice {
  return aboutPlan('organization.plan_changed', organization, plans, {
    priority: 'Info',
    title: team.planChanged.title(organization.name, plans.to),
    message: team.planChanged.message(by.name, plans.from, plans.to),
    by: by.id,
  })
}

/** A lower plan will begin. @param at its day, as text */
export function planScheduled(
  organization: NoticedOrganization,
  plans: { from: string; to: string; at: string },
  by: Doing,
): Notice {
  return aboutPlan('organization.plan_scheduled', organization, plans, {
    priority: 'Info',
    title: team.planScheduled.title(organization.name, plans.to, plans.at),
    message: team.planScheduled.message(by.name, plans.from, plans.to, plans.at),
    by: by.id,
  })
}

/** A change that was to come was taken back. */
export function planKept(organization: NoticedOrganization, plan: string, by: Doing): Notice {
  return aboutPlan(
    'organization.plan_kept',
    organization,
    { from: plan, to: plan },
    {
      priority: 'Info',
      title: team.planKept.title(organization.name, plan),
      message: team.planKept.message(by.name),
      by: by.id,
    },
  )
}

/** A scheduled plan began. @param losses what it takes away, as sentences */
export function planBegan(
  organization: NoticedOrganization,
  plans: { from: string; to: string },
  losses: readonly string[],
): Notice {
  return aboutPlan('organization.plan_began', organization, plans, {
    priority: losses.length > 0 ? 'Warning' : 'Info',
    title: team.planBegan.title(organization.name, plans.to),
    message: team.planBegan.message(plans.from, plans.to, losses),
  })
}

function aboutPlan(
  name: string,
  { id }: NoticedOrganization,
  { from, to }: { from: string; to: string },
  { by, ...said }: Pick<Notice, 'priority' | 'title' | 'message'> & { by?: string },
): Notice {
  return {
    name,
    fact: `${name} ${id} ${from} ${to}`,
    actions: [BILLING],
    about: { audience: 'billing', organizationId: id, by },
    ...said,
  }
}

/** @param variant null: the add-on was removed */
export function addonChanged(
  project: NoticedProject,
  addon: { type: string; name: string; variant: string | null },
  by: Doing,
): Notice {
  const said = addon.variant === null ? team.addonRemoved : team.addonAdded
  return {
    name: addon.variant === null ? 'addon.removed' : 'addon.added',
    priority: 'Info',
    fact: `addon ${project.ref} ${addon.type} ${addon.variant ?? ''}`,
    title: said.title(addon.name, project.name),
    message: said.message(by.name, addon.variant ?? addon.name, project.name),
    actions: [ADDONS],
    about: {
      audience: 'billing',
      organizationId: project.organization_id,
      projectRef: project.ref,
      by: by.id,
    },
  }
}

/** The project is gone, so the notice belongs to its organization. */
export function projectDeleted(project: NoticedProject, by: Doing | undefined): Notice {
  return {
    name: 'project.deleted',
    priority: 'Warning',
    fact: `project.deleted ${project.ref}`,
    title: team.deleted.title(project.name),
    message: team.deleted.message(project.name, by?.name),
    actions: [{ label: text.actions.organization, url: '/org/[slug]' }],
    about: { audience: 'projects', organizationId: project.organization_id, by: by?.id },
  }
}

/** For both organizations: the one that it left, and the one that it came to. */
export function projectTransferred(
  project: NoticedProject,
  { from, to }: { from: NoticedOrganization; to: NoticedOrganization },
  by: Doing,
): [left: Notice, came: Notice] {
  const frame = { name: 'project.transferred', by: by.id }
  return [
    {
      name: frame.name,
      priority: 'Warning',
      fact: `project.transferred ${project.ref} from ${from.id}`,
      title: team.left.title(project.name, from.name),
      message: team.left.message(by.name, project.name, to.name),
      actions: [{ label: text.actions.organization, url: '/org/[slug]' }],
      about: { audience: 'projects', organizationId: from.id, by: frame.by },
    },
    {
      name: frame.name,
      priority: 'Info',
      fact: `project.transferred ${project.ref} to ${to.id}`,
      title: team.came.title(project.name, to.name),
      message: team.came.message(by.name, project.name, from.name),
      actions: [PROJECT],
      about: { audience: 'projects', organizationId: to.id, projectRef: project.ref, by: frame.by },
    },
  ]
}

export function passwordReset(project: NoticedProject, by: Doing): Notice {
  return {
    name: 'project.password_reset',
    priority: 'Warning',
    fact: `project.password_reset ${project.ref} ${by.id}`,
    title: team.passwordReset.title(project.name),
    message: team.passwordReset.message(by.name),
    actions: [{ label: team.actions.database, url: '/project/[ref]/database/settings' }],
    about: {
      audience: 'database',
      organizationId: project.organization_id,
      projectRef: project.ref,
      by: by.id,
    },
  }
}

export function secretKeyMade(project: NoticedProject, key: string, by: Doing): Notice {
  return aboutKey('api_key.made', project, key, by, {
    title: team.keyMade.title(project.name),
    message: team.keyMade.message(by.name, key),
  })
}

export function secretKeysRevealed(project: NoticedProject, keys: readonly string[], by: Doing): Notice {
  return aboutKey('api_key.revealed', project, keys.join(' '), by, {
    title: team.keysRevealed.title(keys.length, project.name),
    message: team.keysRevealed.message(by.name, keys),
  })
}

function aboutKey(
  name: string,
  project: NoticedProject,
  key: string,
  by: Doing,
  said: Pick<Notice, 'title' | 'message'>,
): Notice {
  return {
    name,
    priority: 'Warning',
    fact: `${name} ${project.ref} ${by.id} ${key}`,
    actions: [KEYS],
    about: {
      audience: 'service_api_keys',
      organizationId: project.organization_id,
      projectRef: project.ref,
      by: by.id,
    },
    ...said,
  }
}

/** @param by another person: who removed the member */
export function memberLeft(organization: NoticedOrganization, member: Doing, by: Doing): Notice {
  const isOwn = member.id === by.id
  return {
    name: isOwn ? 'member.left' : 'member.removed',
    priority: 'Info',
    fact: `member.left ${organization.id} ${member.id}`,
    title: team.memberLeft.title(member.name, organization.name),
    message: isOwn ? team.memberLeft.message : team.memberRemoved.message(by.name),
    actions: [MEMBERS],
    about: { audience: 'members', organizationId: organization.id, by: by.id },
  }
}

/** To those who read the audit log of an organization: a member can now sign in with the password alone, or must add another app. */
export function factorRemoved(
  organization: NoticedOrganization,
  member: Doing,
  by: Doing | undefined,
): Notice {
  return {
    name: 'member.factor_removed',
    priority: 'Warning',
    fact: `member.factor_removed ${organization.id} ${member.id}`,
    title: team.factorRemoved.title(member.name),
    message: team.factorRemoved.message(member.name, organization.name),
    actions: [MEMBERS],
    about: { audience: 'audit_logs', organizationId: organization.id, by: by?.id },
  }
}

/** To the person of the account. */
export function ownFactorRemoved(profileId: string, by: Doing | undefined): Notice {
  return {
    name: 'account.factor_removed',
    priority: 'Warning',
    fact: `account.factor_removed ${profileId}`,
    title: team.ownFactorRemoved.title,
    message: team.ownFactorRemoved.message(by?.name),
    actions: [SECURITY],
    about: { audience: ACCOUNT, profileId, by: by?.id },
  }
}
