/** The mark in the header while the runs of the open project act as a role, and the way back. */
import { computed, type ReadableAtom } from 'nanostores'
import type { ActingRole } from '../../sessions/impersonation.js'
import { impersonationText as text } from '../../text/impersonation.js'
import type { ScreenContext } from '../context.js'

export interface Acting {
  /** Null: as the owner. */
  readonly $acting: ReadableAtom<{ label: string; stopLabel: string } | null>
  stop(): void
}

export function createActing({
  router,
  impersonation,
}: Pick<ScreenContext, 'router' | 'impersonation'>): Acting {
  const $ref = computed(router.$route, ({ match }) => match?.params['ref'])
  const $role = computed([$ref, impersonation.$all], (ref, all): ActingRole | undefined =>
    ref === undefined ? undefined : all[ref],
  )
  return {
    $acting: computed($role, (role) =>
      role ? { label: text.on(role.label), stopLabel: text.stop(role.label) } : null,
    ),
    stop() {
      const ref = $ref.get()
      if (ref !== undefined) impersonation.act(ref, null)
    },
  }
}
