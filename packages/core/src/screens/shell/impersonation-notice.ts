/** The mark in the header while the runs of the open project act as a role, and the way back. */
import { computed, type ReadableAtom } from 'nanostores'
import type { RunRole } from '../../sessions/account/impersonation.js'
import { impersonationText as text } from '../../text/impersonation.js'
import type { Needs } from '../context.js'

/** The mark in the header while runs act as a role. */
export interface ImpersonationNotice {
  /** Null: as the owner. */
  readonly $shown: ReadableAtom<{ label: string; stopLabel: string } | null>
  stop(): void
}

export function createImpersonationNotice({
  router,
  impersonation,
}: Needs<'router' | 'impersonation'>): ImpersonationNotice {
  const $ref = computed(router.$route, ({ match }) => match?.params['ref'])
  const $role = computed([$ref, impersonation.$all], (ref, all): RunRole | undefined =>
    ref === undefined ? undefined : all[ref],
  )
  return {
    $shown: computed($role, (role) =>
      role ? { label: text.on(role.label), stopLabel: text.stop(role.label) } : null,
    ),
    stop() {
      const ref = $ref.get()
      if (ref !== undefined) impersonation.act(ref, null)
    },
  }
}
