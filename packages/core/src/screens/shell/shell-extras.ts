/** What the frame shows beside the page when there is something to tell, each fetched only where it can be told. */
import { computed, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { menuFlags } from '../../rules/shell/menu-flags.js'
import type { Needs } from '../context.js'
import { createConnectDoor, type ConnectDoor } from '../connect/connect-door.js'
import type { CliBadge } from './cli-badge.js'
import { ready } from './menu-state.js'
import type { RefreshPrompt } from './refresh-prompt.js'

export interface ShellExtras extends Disposable {
  /** Self-hosted only. */
  readonly $cliBadge: ReadableAtom<CliBadge | null>
  /** Hosted only, by a flag. */
  readonly $refreshPrompt: ReadableAtom<RefreshPrompt | null>
  readonly connect: ConnectDoor
}

export function createShellExtras(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime'>,
): ShellExtras {
  const scope = createScope()
  const { $runtime, host } = context
  const when = (holds: (isPlatform: boolean, asks: boolean) => boolean) =>
    computed($runtime, (runtime) => {
      const known = ready(runtime)
      return known && holds(known.isPlatform, menuFlags(known.flags).refreshToast) ? true : null
    })
  const cliBadge = createOnDemand(
    host.clock,
    when((isPlatform) => !isPlatform),
    async () => {
      const { createCliBadge } = await import('./cli-badge.js')
      return () => createCliBadge(context)
    },
  )
  const refreshPrompt = createOnDemand(
    host.clock,
    when((isPlatform, asks) => isPlatform && asks),
    async () => {
      const { createRefreshPrompt } = await import('./refresh-prompt.js')
      return () => createRefreshPrompt(context)
    },
  )
  scope.add(cliBadge.dispose)
  scope.add(refreshPrompt.dispose)
  const connect = createConnectDoor(context)
  scope.add(connect.dispose)
  return { $cliBadge: cliBadge.$part, $refreshPrompt: refreshPrompt.$part, connect, dispose: scope.dispose }
}
