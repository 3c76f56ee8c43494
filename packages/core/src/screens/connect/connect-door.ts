/** The button of the header that opens Connect, and the dialog while the address asks for it. SPEC §2. */
import { computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import { createOnDemand } from '../../kernel/on-demand.js'
import type { Disposable } from '../../kernel/screen.js'
import { isConnectShown, searchOfConnect, searchWithoutConnect } from '../../rules/connect/connect-shown.js'
import { projectActions } from '../../rules/project/project-status.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import type { Connect } from './connect.js'

/** What opens and closes the Connect dialog: the header, the command menu, a link. */
export interface ConnectDoor extends Disposable {
  /** Null: no project is open. */
  readonly $button: ReadableAtom<ControlState | null>
  /** Null while it is closed, or on its way. */
  readonly $dialog: ReadableAtom<Connect | null>
  open(): void
  /** Loads the dialog before it is opened. */
  prepare(): void
}

export function createConnectDoor(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime'>,
): ConnectDoor {
  const { client, queries, router, host } = context
  const $ref = computed(router.$route, ({ match }) => match?.params['ref'] ?? null)
  const $project = queries.follow(computed($ref, (ref) => (ref === null ? null : projectQuery(client, ref))))
  const $shownRef = computed([router.$route, $ref], ({ location }, ref) =>
    isConnectShown(location.search) ? ref : null,
  )
  // What one person saw is not shown to the next one.
  const $who = computed(context.account.$person, (person) => person?.id)
  const $wanted = computed([$shownRef, $who], (ref) => (ref === null ? null : { ref }))
  const { $part, prepare, dispose } = createOnDemand(host.clock, $wanted, async () => {
    const { createConnect } = await import('./connect.js')
    return ({ ref }) => createConnect(context, { ref, close })
  })
  const close = () => {
    const { pathname, search, hash } = router.$route.get().location
    router.open(pathname + searchWithoutConnect(search) + hash, { replace: true })
  }
  return {
    $button: computed([$ref, $project], (ref, project): ControlState | null => {
      if (ref === null) return null
      if (project?.status !== 'ready') return { disabled: true }
      const { connect } = projectActions(project.data.status)
      return connect ? { disabled: false } : { disabled: true, hint: shellText.connect.inactive }
    }),
    $dialog: $part,
    open() {
      const { pathname, search, hash } = router.$route.get().location
      if (!isConnectShown(search)) router.open(pathname + searchOfConnect(search) + hash)
    },
    prepare,
    dispose,
  }
}
