/** `/project/{ref}/functions/{function}`: the code of a function, a call of it, its versions, lines of its log, its settings. */
import { SERVICE_PATHS, type LogLine } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  functionDeletion,
  functionFilesQuery,
  functionLogsQuery,
  functionQuery,
} from '../../data/functions.js'
import { projectQuery } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { functionsText as text } from '../../text/functions.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createFunctionCode, type FunctionCode } from './function-code.js'
import { createFunctionSettings, settingsValues, type FunctionSettingsValues } from './function-settings.js'
import { createFunctionTry, type FunctionTry } from './function-try.js'
import { createFunctionVersions, type FunctionVersions } from './function-versions.js'

/** The parts of the page. */
export const FUNCTION_VIEWS = ['code', 'try', 'versions', 'logs', 'settings'] as const
/** Which part of the page is shown. */
export type FunctionView = (typeof FUNCTION_VIEWS)[number]

/** A line of the function's log. */
export interface FunctionLogRow {
  id: string
  time: string
  level: LogLine['level']
  message: string
  /** Empty: the line is of the console. */
  status: string
  took: string
}

/** The page of one function. */
export interface FunctionScreen extends Disposable {
  readonly gate: ProjectGate
  readonly $name: ReadableAtom<string>
  readonly $thing: ReadableAtom<string>
  readonly $address: ReadableAtom<string>
  copyAddress(): Promise<boolean>
  readonly $view: ReadableAtom<FunctionView>
  show(view: FunctionView): void
  readonly $mayChange: ReadableAtom<ControlState>
  readonly code: FunctionCode
  /** The files of the version that answers calls are here. */
  readonly $hasCode: ReadableAtom<Remote<true>>
  /** A version that was deployed since the edit began; null: none. */
  readonly $newer: ReadableAtom<number | null>
  readonly attempt: FunctionTry
  readonly versions: FunctionVersions
  readonly $logs: ReadableAtom<Remote<{ rows: FunctionLogRow[]; isKept: boolean }> | null>
  readonly settings: Form<FunctionSettingsValues>
  readonly deletion: Confirmation<{ name: string }, string>
  readonly listHref: string
}

export function createFunctionPage(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime' | 'formDrafts'>,
  { ref, function: slug, gate }: { ref: string; function: string; gate: ProjectGate },
): FunctionScreen {
  const { host, client, queries, router, formDrafts } = context
  const scope = createScope()
  const asked = new URLSearchParams(router.$route.get().location.search).get('view')
  const $view = atom<FunctionView>(FUNCTION_VIEWS.find((one) => one === asked) ?? 'code')
  const $function = queries.store(functionQuery(client, ref, slug))
  const $project = queries.store(projectQuery(client, ref))
  const $served = computed($function, (found) => (found.status === 'ready' ? found.data.version : null))
  const $files = queries.follow(
    computed($served, (version) =>
      version === null ? null : functionFilesQuery(client, ref, slug, version),
    ),
  )
  const may = (action: 'update' | 'delete') =>
    projectControlState(context, ref, { action, resource: 'functions' }, text.list.mayNot)
  const $mayChange = may('update')
  scope.add($mayChange.listen(() => undefined))

  const $entrypoint = atom('index.ts')
  const $base = atom<number | null>(null)
  const code = createFunctionCode(context, {
    ref,
    slug: () => slug,
    first: [],
    $entrypoint,
    settings: () => ({}),
    deployed(deploy) {
      $base.set(deploy.function.version)
      host.notifier.notify({ kind: 'success', message: text.code.deployed(deploy.function.version) })
    },
  })
  const settings = createFunctionSettings(context, { ref, slug })
  scope.add(
    $function.subscribe((found) => {
      if (found.status === 'ready') settings.start(settingsValues(found.data))
    }),
  )
  let isKept = false
  scope.add(
    $files.subscribe((files) => {
      const found = $function.get()
      if (files?.status !== 'ready' || found.status !== 'ready') return
      // What is typed stays over the files of a newer version, which is told.
      if (code.form.$isChanged.get() && isKept) return
      $base.set(found.data.version)
      $entrypoint.set(found.data.entrypoint_path)
      code.form.start({ files: files.data })
      if (!isKept) formDrafts.keep(`functions/${ref}/${slug}`, code.form)
      isKept = true
    }),
  )
  const attempt = createFunctionTry(context, { ref, slug })
  scope.add(attempt.dispose)
  const deleting = createMutation(queries, functionDeletion(client, ref))
  const $logPage = queries.follow(
    computed($view, (view) => (view === 'logs' ? functionLogsQuery(client, ref, slug) : null)),
  )
  const listHref = router.href('edgeFunctions', { ref })
  const $address = computed($project, (project) =>
    project.status === 'ready' ? `${project.data.restUrl}${SERVICE_PATHS.functions}/${slug}` : '',
  )
  const $name = computed($function, (found) => (found.status === 'ready' ? found.data.name : slug))
  return {
    gate,
    $name,
    $thing: $name,
    $address,
    copyAddress: () => copyText(host, $address.get()),
    $view,
    show(view) {
      $view.set(view)
      const { pathname } = router.$route.get().location
      router.open(view === 'code' ? pathname : `${pathname}?view=${view}`, { replace: true })
    },
    $mayChange,
    code,
    $hasCode: computed([$function, $files], (found, files): Remote<true> => {
      if (found.status === 'failed') return found
      if (files === null || files.status === 'loading') return { status: 'loading' }
      return files.status === 'failed' ? files : { ...files, data: true }
    }),
    $newer: computed([$served, $base], (served, base) =>
      served !== null && base !== null && served > base ? served : null,
    ),
    attempt,
    versions: createFunctionVersions(context, { ref, slug, $mayChange }),
    $logs: computed($logPage, (page) => {
      if (page?.status !== 'ready') return page
      const { lines, status } = page.data
      return { ...page, data: { rows: lines.map(logRow), isKept: status.state === 'kept' } }
    }),
    settings,
    deletion: createConfirmation<{ name: string }, string>(async ({ name }) => {
      const outcome = await deleting.run({ slug })
      if (outcome.type === 'done') {
        host.notifier.notify({ kind: 'success', message: text.list.deleted(name) })
        router.open(listHref)
      }
      return outcome
    }),
    listHref,
    dispose: scope.dispose,
  }
}

function logRow({ id, time, level, message, fields }: LogLine): FunctionLogRow {
  const { status, ms } = fields
  return {
    id,
    time,
    level,
    message,
    status: typeof status === 'number' ? String(status) : '',
    took: typeof ms === 'number' ? text.logs.took(ms) : '',
  }
}
