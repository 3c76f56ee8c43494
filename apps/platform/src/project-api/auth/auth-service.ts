/** The auth service: sign-in of a project's users, in the language that clients of the family speak. */
import type { AuthConfig } from '@basedeck/platform-client/contract'
import { limitBody } from '../../http/body-limit.js'
import { createOriginOf } from '../../http/origin.js'
import { readJson } from '../../http/read-body.js'
import { EngineError } from '../../engines/engine.js'
import type { Service, ServedCall, ServiceCall } from '../service.js'
import type { AuthAnswer, AuthCall } from './auth-call.js'
import { AuthError, authErrorBody, houseRefusal } from './auth-error.js'
import type { AuthHost } from './auth-host.js'
import type { AuthMail, AuthMails } from './auth-mails.js'
import { findRoute, type FoundRoute } from './auth-routes.js'
import { ERROR_CODE_HEADER, EXPOSED_HEADERS, NAMED_ERRORS_VERSION, VERSION_HEADER } from './family-names.js'
import { asksCaptcha, requireCaptcha } from './captcha-check.js'
import { askMailHook } from './hooks/mail-hook.js'
import { inEvenTime } from './even-time.js'
import { makeAuthCall, type AuthCallDeps } from './make-auth-call.js'
import type { KeptReadiness } from './auth-readiness.js'
import type { KeptSettings } from '../kept-settings.js'
import { answerKeySet, KEY_SET_PATH } from './key-set.js'

export interface AuthServiceDeps extends AuthCallDeps {
  host: AuthCallDeps['host'] & Pick<AuthHost, 'isCaptchaSolved'>
  settings: KeptSettings<AuthConfig>
  readiness: Pick<KeptReadiness, 'require'>
  mails: AuthMails
  /** Where this API is reached: `https://api.example.com`. The first one is in links and tokens. */
  ownOrigins(): readonly string[]
  /** As `createApi`. */
  trustProxy: boolean
  /** A mail could not be taken on. */
  onMailFailed(ref: string, error: unknown): void
  /** Milliseconds that calls take at least whose time could tell something. */
  evenMs: number
  /** Called after a call, to forget what counts no more. */
  tidy(ref: string): void
}

interface RoutedCall extends ServiceCall {
  /** Undefined: the public keys. */
  found: FoundRoute | undefined
}

const MOST_BODY_BYTES = 1_000_000
/** It becomes a query, which a server takes as a part of 16 kB. */
const MOST_FORM_BYTES = 8000

export function createAuthService(deps: AuthServiceDeps): Service<RoutedCall> {
  const originOf = createOriginOf(deps.trustProxy)

  /** @param outbox where mails go that the project's hook sends */
  async function callOf(
    { c, call, project, actor }: ServedCall<RoutedCall>,
    outbox: AuthMail[],
  ): Promise<AuthCall> {
    const { ref } = project
    const { ip, userAgent } = originOf(c)
    const { mails } = deps
    const settings = await deps.settings.of(ref)
    await deps.readiness.require(ref)
    return makeAuthCall(deps, {
      ref,
      settings,
      textKey: project.keys.address,
      mail(mail) {
        if (settings.hook_send_email_enabled) outbox.push(mail)
        else void mails.send(ref, mail).catch((error: unknown) => deps.onMailFailed(ref, error))
      },
      issuer: `${deps.ownOrigins()[0] ?? new URL(c.req.url).origin}/${ref}/auth/v1`,
      ip,
      userAgent,
      origin: new URL(c.req.url).origin,
      cookie: (name) => cookieIn(c.req.header('cookie'), name),
      form: async () => {
        limitBody(c, MOST_FORM_BYTES)
        return new URLSearchParams(await c.req.text())
      },
      query: new URL(c.req.url).searchParams,
      params: call.found?.params ?? {},
      claims: actor.claims,
      role: actor.role,
      body: once(async () => {
        // A body that is not there is that of a call without values.
        if (c.req.raw.headers.get('content-length') === '0' || c.req.raw.body === null) return {}
        limitBody(c, MOST_BODY_BYTES)
        const body = await readJson(c)
        if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AuthError('bad_json')
        return body as Record<string, unknown>
      }),
    })
  }

  return {
    name: 'auth',
    exposedHeaders: EXPOSED_HEADERS,
    lacks: {},
    refusal: houseRefusal,
    answersOptions: true,
    callOf({ method, path }) {
      if ((method === 'GET' || method === 'HEAD') && path === KEY_SET_PATH)
        return { name: 'jwks', needs: 'nothing', stores: false, body: 0, found: undefined }
      const found = findRoute(method, path)
      return (
        found && {
          name: found.route.name,
          needs: found.route.needs,
          stores: method !== 'GET' && method !== 'DELETE',
          body: MOST_BODY_BYTES,
          found,
        }
      )
    },
    async answer(served) {
      const { found } = served.call
      if (!found) return answerKeySet(served)
      const { c } = served
      const version = c.req.header(VERSION_HEADER)
      const send = ({ status = 200, body, headers = {} }: AuthAnswer): Response =>
        c.newResponse(body === undefined ? null : JSON.stringify(body), status as 200, {
          ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
          [VERSION_HEADER]: NAMED_ERRORS_VERSION,
          ...headers,
        })
      try {
        const outbox: AuthMail[] = []
        const call = await callOf(served, outbox)
        const flow = async () => {
          if (asksCaptcha(found.route.path, call.query)) await requireCaptcha(call, deps.host)
          const answered = await found.route.flow(call)
          await askMailHook(call, outbox)
          return answered
        }
        return send(found.route.isEven ? await inEvenTime(flow, deps.evenMs) : await flow())
      } catch (error) {
        const refused = asAuthError(error)
        if (!(refused instanceof AuthError)) throw refused
        return send({
          status: refused.status,
          body: authErrorBody(refused, version),
          headers: { [ERROR_CODE_HEADER]: refused.code },
        })
      } finally {
        deps.tidy(served.project.ref)
      }
    },
  }
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((pair) => pair.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

/** A body can be read once; who asks again gets the same. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read())
}

/** Bodies that can't be read, in the words of the family. Other errors stay as they are. */
function asAuthError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (error instanceof EngineError) return code === 'busy' ? new AuthError('over_request_rate_limit') : error
  if (code === 'invalid_json') return new AuthError('bad_json')
  if (code === 'body_too_large') return new AuthError('request_entity_too_large')
  const isTooMuch = code === 'body_too_deep' || code === 'body_too_wide'
  return isTooMuch ? new AuthError('validation_failed', { message }) : error
}
