/** One thing to tell people, and who they are. */
import type { NotificationAction, NotificationPriority } from '@basedeck/platform-client/contract'
import type { ACCOUNT, Audience, INSTALLATION } from './audience.js'

export interface Notice {
  /** What happened, as a stable word: `project.created`. */
  name: string
  priority: NotificationPriority
  /** The same fact is not told twice to a person who has not read it. */
  fact: string
  title: string
  /** Markdown. */
  message: string
  actions: NotificationAction[]
  about: AboutOrganization | { audience: typeof INSTALLATION } | AboutAccount
}

interface AboutOrganization {
  audience: Audience
  organizationId: number
  projectRef?: string
  /** Only this member. */
  only?: string
  /** Every member but this one, who came by it. */
  except?: string
  /** Who did it: to them it is no news, and arrives as seen. */
  by?: string | undefined
}

/** For one person, about their own account. */
interface AboutAccount {
  audience: typeof ACCOUNT
  profileId: string
  by?: string | undefined
}

/** Stores a notice for everyone who may see it. It never rejects: a failure must not undo what happened. */
export type Notify = (notice: Notice) => Promise<void>

/** Stores nothing, for programs and tests without notifications. */
export const ignoreNotices: Notify = async () => {}
