/**
 * What is told, as data: one function for each event that has a producer. A new producer adds its function here and calls
 * `notify` with it.
 * @rule notifications.notices  @spec §3
 */
import type { Lint } from '@basedeck/platform-client/contract'
import { sizeText } from '@basedeck/core/rules'
import { notificationText as text } from '../text/notifications.js'
import { INSTALLATION } from './audience.js'
import type { Notice } from './notice.js'

export interface NoticedProject {
  ref: string
  name: string
  organization_id: number
}

/** The project that a call names. */
export function noticedProject({
  ref,
  name,
  organization,
}: {
  ref: string
  name: string
  organization: { id: number }
}): NoticedProject {
  return { ref, name, organization_id: organization.id }
}

const OPEN_PROJECT = { label: text.actions.project, url: '/project/[ref]' }

function aboutProject({ ref, organization_id: organizationId }: NoticedProject, by?: string) {
  return { audience: 'projects', organizationId, projectRef: ref, by } as const
}

/** @param by the person who created it */
export function projectCreated(project: NoticedProject, by?: string): Notice {
  return {
    name: 'project.created',
    priority: 'Info',
    fact: `project.created ${project.ref}`,
    title: text.created.title(project.name),
    message: text.created.message(project.name),
    actions: [OPEN_PROJECT],
    about: aboutProject(project, by),
  }
}

/** @param by the person who paused it */
export function projectPaused(project: NoticedProject, by?: string): Notice {
  return {
    name: 'project.paused',
    priority: 'Info',
    fact: `project.paused ${project.ref}`,
    title: text.paused.title(project.name),
    message: text.paused.message(project.name),
    actions: [OPEN_PROJECT],
    about: aboutProject(project, by),
  }
}

const FAILURES = { unhealthy: text.unhealthy, 'not-created': text.notCreated, 'not-deleted': text.notDeleted }

/** @param reason a sentence for people */
export function projectFailed(
  project: NoticedProject,
  failure: keyof typeof FAILURES,
  reason: string,
): Notice {
  return {
    name: `project.${failure}`,
    priority: 'Critical',
    fact: `project.${failure} ${project.ref}`,
    title: FAILURES[failure].title(project.name),
    message: FAILURES[failure].message(project.name, reason),
    actions: [OPEN_PROJECT],
    about: aboutProject(project),
  }
}

/** @param begunAt ISO time */
export function backupFailed(project: NoticedProject, begunAt: string): Notice {
  return {
    name: 'backup.failed',
    priority: 'Critical',
    fact: `backup.failed ${project.ref}`,
    title: text.backup.failed(project.name),
    message: text.backup.failedMessage(project.name, begunAt),
    actions: [OPEN_PROJECT],
    about: aboutProject(project),
  }
}

/** @param begunAt of the backup, ISO time */
export function backupNotRestorable(project: NoticedProject, begunAt: string, reason: string): Notice {
  return {
    name: 'backup.not_restorable',
    priority: 'Critical',
    fact: `backup.not_restorable ${project.ref} ${begunAt}`,
    title: text.backup.notRestorable(project.name),
    message: text.backup.notRestorableMessage(project.name, begunAt, reason),
    actions: [OPEN_PROJECT],
    about: aboutProject(project),
  }
}

/** @param failures runs in a row @param reason the last one’s, a sentence or a word */
export function scheduleFailing(
  project: NoticedProject,
  { id, name, failures, reason }: { id: string; name: string; failures: number; reason: string },
): Notice {
  return {
    name: 'schedule.failing',
    priority: 'Warning',
    fact: `schedule.failing ${id}`,
    title: text.schedule.failing(name, project.name),
    message: text.schedule.failingMessage(failures, reason),
    actions: [{ label: text.actions.schedules, url: '/project/[ref]/integrations/cron/overview' }],
    about: { ...aboutProject(project), audience: 'database' },
  }
}

/** The server kept too much of its log for subscribers of tables, and dropped it. */
export function changesGivenUp(project: NoticedProject): Notice {
  return {
    name: 'realtime.changes_given_up',
    priority: 'Warning',
    fact: `realtime.changes_given_up ${project.ref}`,
    title: text.realtime.givenUp(project.name),
    message: text.realtime.givenUpMessage,
    actions: [OPEN_PROJECT],
    about: aboutProject(project),
  }
}

export function diskLow(state: 'nearly-full' | 'full', freeBytes: number): Notice {
  return {
    name: `disk.${state}`,
    priority: state === 'full' ? 'Critical' : 'Warning',
    fact: `disk.${state}`,
    title: text.disk.title(state === 'full'),
    message: text.disk.message(sizeText(freeBytes)),
    actions: [],
    about: { audience: INSTALLATION },
  }
}

/** One fact for each metric and period. @param period its first day, as text */
export function usageLimitExceeded(
  organization: { id: number; name: string },
  { metric, used, limit, period }: { metric: string; used: string; limit: string; period: string },
): Notice {
  return {
    name: 'usage.exceeded',
    priority: 'Warning',
    fact: `usage.exceeded ${organization.id} ${metric} ${period}`,
    title: text.usage.title(organization.name),
    message: text.usage.message(metric, used, limit),
    actions: [{ label: text.actions.billing, url: '/org/[slug]/usage' }],
    about: { audience: 'billing', organizationId: organization.id },
  }
}

export function memberJoined(
  organization: { id: number; name: string },
  { id, name, role }: { id: string; name: string; role: string },
): Notice {
  return {
    name: 'member.joined',
    priority: 'Info',
    fact: `member.joined ${organization.id} ${id}`,
    title: text.joined.title(name, organization.name),
    message: text.joined.message(name, role),
    actions: [{ label: text.actions.members, url: '/org/[slug]/team' }],
    about: { audience: 'members', organizationId: organization.id, except: id },
  }
}

export function roleChanged(
  organization: { id: number; name: string },
  { id, from, to }: { id: string; from: string; to: string },
): Notice {
  return {
    name: 'member.role_changed',
    priority: 'Info',
    fact: `member.role_changed ${organization.id} ${to}`,
    title: text.roleChanged.title(organization.name),
    message: text.roleChanged.message(organization.name, from, to),
    actions: [{ label: text.actions.organization, url: '/org/[slug]' }],
    about: { audience: 'organization', organizationId: organization.id, only: id },
  }
}

/** Findings that a message names. */
const NAMED_FINDINGS = 5

/** @param lints the errors that were not there when the advisors last ran; null without one */
export function advisorFindings(project: NoticedProject, found: readonly Lint[]): Notice | null {
  if (found.length === 0) return null
  const errors = found.filter(({ level }) => level === 'ERROR')
  const lints = [...errors, ...found.filter(({ level }) => level !== 'ERROR')]
  const named = lints.slice(0, NAMED_FINDINGS).map(({ detail }) => detail)
  const name = errors.length > 0 ? 'advisor.errors' : 'advisor.warnings'
  const isOfSecurity = lints[0]?.categories.includes('SECURITY') ?? true
  return {
    name,
    priority: errors.length > 0 ? 'Warning' : 'Info',
    fact: [name, project.ref, ...lints.slice(0, NAMED_FINDINGS).map(lintKey), lints.length].join(' '),
    title: text.findings.title(
      { errors: errors.length, warnings: lints.length - errors.length },
      project.name,
    ),
    message: text.findings.message(named, lints.length - named.length),
    actions: [
      {
        label: text.actions.advisor,
        url: `/project/[ref]/advisors/${isOfSecurity ? 'security' : 'performance'}`,
      },
    ],
    about: { ...aboutProject(project), audience: 'database' },
  }
}

/** A finding, without the details that change from day to day. */
export function lintKey({ name, metadata }: Pick<Lint, 'name' | 'metadata'>): string {
  return `${name} ${metadata?.entity ?? ''}`
}
