/**
 * Puts the contract on the server: an endpoint's own line says its path, who may call it and what it takes; a handler
 * gets all of it checked. No route of the platform is made in another way.
 */
import type { EndpointData, ResponseOf } from '@basedeck/platform-client/contract'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as v from 'valibot'
import type { Caller, Origin } from '../access/caller.js'
import type { Entry, Gate } from '../access/gate.js'
import type { OrganizationPlace, ProjectPlace } from '../control/places.js'
import type { AppEnv } from './app-env.js'
import { HttpError } from './error-table.js'
import { readJson, checkBody, checkQuery } from './read-body.js'
import { reportOf } from './request-report.js'

type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** What a handler is given. */
export interface Call<Data extends EndpointData> {
  c: Context<AppEnv>
  params: Record<string, string>
  query: Output<Data['query']>
  body: Output<Data['body']>
  /** Where it came from, for the audit log. */
  origin: Origin
  /** Nobody, where anyone may call. */
  caller: Data['access'] extends 'anyone' ? undefined : Caller
  organization: Data['access'] extends { of: string } ? OrganizationPlace : undefined
  project: Data['access'] extends { of: 'project' } ? ProjectPlace : undefined
}

export type Handler<Data extends EndpointData> = (
  call: Call<Data>,
) => Promise<ResponseOf<Data> | Response> | ResponseOf<Data> | Response

/** The routes of the platform in the making. */
export interface Mount {
  /** @param status of a success; default 200 */
  on<Data extends EndpointData>(endpoint: Data, handler: Handler<Data>, status?: ContentfulStatusCode): void
}

export interface MountDeps {
  gate: Gate
  originOf(c: Context<AppEnv>): Origin
  /** Called for every endpoint that is mounted. */
  onMount?(endpoint: EndpointData): void
}

export function createMount(app: Hono<AppEnv>, { gate, originOf, onMount }: MountDeps): Mount {
  return {
    on(endpoint, handler, status = 200) {
      onMount?.(endpoint)
      app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c, next) => {
        reportOf(c).route = endpoint.path
        if (endpoint.version !== undefined && c.req.header('version') !== String(endpoint.version))
          return next()
        if (endpoint.bodyKey !== undefined && !(await hasKey(c, endpoint))) return next()
        const call = await read(c, endpoint)
        const answer = await handler(call as Parameters<typeof handler>[0])
        if (answer instanceof Response) return answer
        return c.json(answer as object, status)
      })
    },
  }

  /** Nobody unknown makes the server read a body. */
  async function hasKey(c: Context<AppEnv>, endpoint: EndpointData): Promise<boolean> {
    await gate.identify(c, endpoint)
    const body = await readJson(c)
    return typeof body === 'object' && body !== null && (endpoint.bodyKey ?? '') in body
  }

  async function read(c: Context<AppEnv>, endpoint: EndpointData): Promise<Call<EndpointData>> {
    const who = await gate.identify(c, endpoint)
    if (who) reportOf(c).account = who.id
    requireIds(c.req.param())
    const isNamedInBody = typeof endpoint.access === 'object' && endpoint.access.of === 'organization-in-body'
    const entry: Entry = await gate.admit(c, endpoint, isNamedInBody ? await readJson(c) : undefined)
    // Who may not call learns nothing of what the body should be.
    const body = endpoint.body ? checkBody(await readJson(c), endpoint.body) : undefined
    const query = endpoint.query ? checkQuery(c.req.query(), endpoint.query) : undefined
    return { c, params: c.req.param(), query, body, origin: originOf(c), ...entry } as Call<EndpointData>
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What is no id names nothing. */
function requireIds(params: Record<string, string>): void {
  const isForeign = ['id', 'profile_id'].some((name) => name in params && !UUID.test(params[name] ?? ''))
  if (isForeign) throw new HttpError('not_found')
}
