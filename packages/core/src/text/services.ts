/**
 * What is said of the services of a project. Whether one is served is asked (`Project.services`): no other text may say it.
 */
import type { ProjectService } from '@basedeck/platform-client'

export const serviceText = {
  /** Shown in place of a service while it is not served. */
  absent: {
    auth: {
      title: 'Not available on this platform',
      body: 'This platform runs no sign-in service. Applications sign in their users themselves and store them in auth.users; policies read the current user from auth.uid() and auth.jwt().',
    },
    functions: {
      title: 'Not available on this platform',
      body: 'This platform has no runtime for edge functions, so they need no secrets either. Use database functions for logic that belongs to the data.',
    },
    realtime: {
      title: 'Not available on this platform',
      body: 'This platform does not send changes to browsers. Below is what the database offers for replication.',
    },
  } satisfies Partial<Record<ProjectService, { title: string; body: string }>>,
  /** A table without row-level security. @param servesTables whether the project serves its tables over HTTP */
  openTable: (servesTables: boolean) =>
    servesTables
      ? 'Anyone with a key of the project can read and change all rows, as far as the grants of anon and authenticated allow.'
      : 'Every role can read and change all rows, as far as its grants allow. Nothing serves the table to the public.',
}
