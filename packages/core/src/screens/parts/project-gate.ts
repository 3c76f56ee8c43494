/**
 * Whether a page that needs the project's database can show it. While it comes up, is paused or could not be opened, the
 * page says so in its place, with what can be done; nothing is asked of the database meanwhile.
 * @spec §4 (project status)
 */
import type { Project } from '@basedeck/platform-client'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import type { Remote } from '../../kernel/query-store.js'
import { projectActions, statusTone, type StatusTone } from '../../rules/project/project-status.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { createProjectResuming, type ProjectResuming } from '../../sessions/shell/project-resuming.js'
import { gateText } from '../../text/gate.js'
import { projectText } from '../../text/project.js'
import type { Needs } from '../context.js'

/** Whether the project's database can be asked, and what is shown when it can't. */
export type GateView =
  | { status: 'loading' }
  | { status: 'open' }
  | { status: 'failed'; message: string; retry: () => void }
  | {
      status: 'closed'
      badge: { label: string; tone: StatusTone }
      title: string
      body: string
      /** In the place of the body where the page is shown all the same. */
      notice: string
      /** What brings the database back; absent while nothing has to. */
      resumeLabel?: string
      homeHref: string
    }

/** Whether a page that needs the project's database can show it. */
export interface ProjectGate extends ProjectResuming {
  readonly $gate: ReadableAtom<GateView>
  /** Whether it replaces the page while the database is away; otherwise it is shown above the page. */
  readonly hidesPage: boolean
}

export function createProjectGate(
  context: Needs<'client' | 'queries' | 'router'>,
  ref: string,
  { hidesPage = false }: { hidesPage?: boolean } = {},
): ProjectGate {
  const { client, queries, router } = context
  const $project = queries.store(projectQuery(client, ref))
  const homeHref = router.href('projectHome', { ref })
  return {
    $gate: computed($project, (project) => gateOf(project, homeHref)),
    hidesPage,
    ...createProjectResuming(context, ref),
  }
}

function gateOf(remote: Remote<Project>, homeHref: string): GateView {
  if (remote.status === 'loading') return remote
  if (remote.status === 'failed')
    return { status: 'failed', message: remote.error.message, retry: remote.retry }
  const { status, status_reason } = remote.data
  const actions = projectActions(status)
  if (actions.connect) return { status: 'open' }
  const tone = statusTone(status)
  return {
    status: 'closed',
    badge: { label: projectText.statuses[status] ?? status, tone },
    title: gateText.titles[status] ?? gateText.title,
    body: status_reason ?? gateText.bodies[tone],
    notice: status_reason ?? gateText.notices[tone],
    homeHref,
    ...(actions.resume
      ? { resumeLabel: status === 'INIT_FAILED' ? projectText.tryAgain : projectText.resume }
      : {}),
  }
}

/** A store that is listened to while the gate is open; otherwise the value is `closed`. */
export function behindGate<Value>(
  { $gate }: ProjectGate,
  $inner: ReadableAtom<Value>,
  closed: Value,
): ReadableAtom<Value> {
  const $value = atom<Value>(closed)
  const $isOpen = computed($gate, ({ status }) => status === 'open')
  onMount($value, () => {
    let stop = () => {}
    const stopWatching = $isOpen.subscribe((isOpen) => {
      stop()
      stop = isOpen ? $inner.subscribe((value) => $value.set(value)) : () => {}
      if (!isOpen) $value.set(closed)
    })
    return () => {
      stopWatching()
      stop()
    }
  })
  return $value
}

/** What a person may do, while the database is there to do it. */
export function controlBehindGate(
  { $gate }: ProjectGate,
  $may: ReadableAtom<ControlState>,
): ReadableAtom<ControlState> {
  return computed([$may, $gate], (may, gate) =>
    gate.status === 'closed' && may.hint === undefined ? { disabled: true, hint: gate.title } : may,
  )
}
