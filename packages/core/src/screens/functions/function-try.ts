/** A call of a function from its page, as an application would make it. */
import { SERVICE_PATHS, toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { apiKeysQuery } from '../../data/keys.js'
import { projectQuery } from '../../data/projects.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ApiAnswer } from '../../ports/index.js'
import { keyClaims } from '../../rules/access/impersonation-claims.js'
import { impersonationChoice } from '../../rules/access/impersonation-choice.js'
import { shownProjectKey } from '../../rules/connect/connect-project.js'
import {
  hasBody,
  readHeaders,
  triedUrl,
  TRY_METHODS,
  type TriedValues,
} from '../../rules/functions/tried-request.js'
import { formattedJson } from '../../rules/results/cell-view.js'
import { createImpersonation } from '../../sessions/account/impersonation.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'
import { createApiCredentials, type ApiCaller } from '../parts/api-credentials.js'
import { createImpersonationPicker, type ImpersonationPicker } from '../query/impersonation.js'

const text = functionsText.try

/** What became of the call. */
export type TryState =
  | { status: 'idle' }
  | { status: 'sending' }
  | {
      status: 'answered'
      summary: string
      isRefused: boolean
      headers: readonly (readonly [string, string])[]
      body: string
      isCut: boolean
    }
  | { status: 'failed'; message: string }

/** The part of a function's page that calls it. */
export interface FunctionTry extends Disposable {
  readonly form: Form<TriedValues>
  readonly methods: typeof TRY_METHODS
  readonly role: ImpersonationPicker
  readonly $hasBody: ReadableAtom<boolean>
  readonly $state: ReadableAtom<TryState>
  stop(): void
}

const REFUSED = 400

const schema = v.object({
  method: v.picklist(TRY_METHODS),
  path: v.string(),
  headers: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const [problem] = dataset.typed ? readHeaders(dataset.value).problems : []
      if (problem) addIssue({ message: text.headerProblems[problem.reason](problem.line) })
    }),
  ),
  body: v.string(),
})
const FIRST: TriedValues = {
  method: 'POST',
  path: '',
  headers: 'content-type: application/json',
  body: '{"name":"world"}',
}

export function createFunctionTry(
  context: Needs<'host' | 'client' | 'queries' | '$runtime'>,
  { ref, slug }: { ref: string; slug: string },
): FunctionTry {
  const { host, client, queries } = context
  const scope = createScope()
  const $state = atom<TryState>({ status: 'idle' })
  const $project = queries.store(projectQuery(client, ref))
  const $keys = queries.store(apiKeysQuery(client, ref))
  // Kept while the page is open: the call needs both at once.
  scope.add($project.listen(() => undefined))
  scope.add($keys.listen(() => undefined))
  const impersonation = createImpersonation()
  const claims = keyClaims('anon', { issuer: 'basedeck', ref, now: host.clock.now() })
  impersonation.act(ref, { role: { type: 'rest', role: 'anon', claims }, label: 'anon' })
  const role = createImpersonationPicker({ ...context, impersonation }, ref, {
    title: text.roleTitle,
    remark: text.roleRemark,
    kinds: ['anon', 'user', 'service_role'],
  })
  scope.add(role.dispose)
  let sending: AbortController | undefined
  scope.add(() => sending?.abort())

  const credentials = createApiCredentials(context, ref)
  const callerOf = (): ApiCaller => {
    const { kind, userId } = impersonationChoice(impersonation.of(ref).get()?.role ?? null)
    if (kind === 'service_role') return { as: kind }
    const keys = $keys.get()
    const key = shownProjectKey(keys.status === 'ready' ? keys.data : undefined)
    return kind === 'user' ? { as: kind, key, userId } : { as: 'anon', key }
  }
  /** A function is called with a token, and a key is one. */
  const keyHeaders = async (): Promise<Record<string, string>> => {
    const headers = await credentials.headersOf(callerOf())
    return { authorization: `Bearer ${headers['apikey']}`, ...headers }
  }
  const ask = async (values: TriedValues, signal: AbortSignal): Promise<TryState> => {
    const project = $project.get()
    if (host.projectApi === undefined || project.status !== 'ready')
      return { status: 'failed', message: text.noBrowser }
    let keys: Record<string, string>
    try {
      keys = await keyHeaders()
    } catch (error) {
      return { status: 'failed', message: `${text.keyFailed}: ${toPlatformError(error).message}` }
    }
    const begun = host.clock.now()
    try {
      const answer = await host.projectApi.ask(
        {
          url: triedUrl(`${project.data.restUrl}${SERVICE_PATHS.functions}/${slug}`, values.path),
          method: values.method,
          headers: { ...readHeaders(values.headers).headers, ...keys },
          ...(hasBody(values.method) && values.body !== '' ? { body: values.body } : {}),
        },
        signal,
      )
      return answered(answer, host.clock.now() - begun)
    } catch {
      return { status: 'failed', message: text.unreachable }
    }
  }
  const form = createForm({
    schema,
    initial: FIRST,
    async submit(values) {
      form.start(values)
      const aborter = new AbortController()
      sending = aborter
      $state.set({ status: 'sending' })
      const next = await ask(values, aborter.signal)
      if (!aborter.signal.aborted) $state.set(next)
    },
  })
  return {
    form,
    methods: TRY_METHODS,
    role,
    $hasBody: computed(form.$values, ({ method }) => hasBody(method)),
    $state,
    stop() {
      sending?.abort()
      $state.set({ status: 'idle' })
    },
    dispose: scope.dispose,
  }
}

function answered({ status, type, headers, text: body, isCut }: ApiAnswer, ms: number): TryState {
  return {
    status: 'answered',
    summary: text.answer(status, ms),
    isRefused: status >= REFUSED,
    headers: Object.entries(headers),
    body: !isCut && /\bjson\b/.test(type) ? asJson(body) : body,
    isCut,
  }
}

function asJson(body: string): string {
  try {
    JSON.parse(body)
    return formattedJson(body)
  } catch {
    return body
  }
}
