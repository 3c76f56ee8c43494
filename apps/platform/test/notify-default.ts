/** Tells the people of a self-hosted platform something about its project. */
import type { NotificationPriority } from '@basedeck/platform-client'
import { OWN_REF } from '../src/control/own-installation.js'
import type { Notice } from '../src/notifications/notice.js'
import type { RunningApp } from './running-app.js'

/** A notice about the project `default`. Its title is its fact. */
export function ownNotice(
  organizationId: number,
  { title, priority }: { title: string; priority: NotificationPriority },
): Notice {
  return {
    name: 'project.created',
    priority,
    fact: title,
    title,
    message: '**Told**',
    actions: [{ label: 'Open project', url: '/project/[ref]' }],
    about: { audience: 'projects', organizationId, projectRef: OWN_REF },
  }
}

export function notifyDefault(
  { notify, organizationId }: Pick<RunningApp, 'notify' | 'organizationId'>,
  told: { title: string; priority: NotificationPriority },
): Promise<void> {
  return notify(ownNotice(organizationId, told))
}
