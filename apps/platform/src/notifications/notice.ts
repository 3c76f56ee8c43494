/** One thing to tell people, and who they are. */
import type { NotificationAction, NotificationPriority } from '@basedeck/platform-client/contract'
import type { Audience, INSTALLATION } from './audience.js'

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
  about: AboutOrganization | { audience: typeof INSTALLATION }
}

interface AboutOrganization {
  audience: Audience
  organizationId: number
  projectRef?: string
  /** Only this member. */
  only?: string
  /** Every member but this one, who did it. */
  except?: string
}

/** Stores a notice for everybody who may see it. It never rejects: what is told has happened all the same. */
export type Notify = (notice: Notice) => Promise<void>

/** For programs and tests that tell nobody. */
export const notifyNobody: Notify = async () => {}
