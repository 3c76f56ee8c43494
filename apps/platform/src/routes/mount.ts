/** How a route is made: an endpoint of the contract with its handler, which gets everything checked. `http/mount.ts` does it. */
import type { EndpointData, ResponseOf } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as v from 'valibot'
import type { Caller, Origin } from '../access/caller.js'
import type { BranchResource, OrganizationResource, ProjectResource } from '../control/resources.js'
import type { AppEnv } from './app-env.js'

type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

type ProjectResourceName = 'project' | 'project-in-body' | 'branch' | 'bucket'

/** What a handler is given. */
export interface Call<Data extends EndpointData> {
  c: Context<AppEnv>
  params: Record<string, string>
  query: Output<Data['query']>
  body: Output<Data['body']>
  /** Where it came from, for the audit log. */
  origin: Origin
  /** Undefined where anyone may call. */
  caller: Data['access'] extends 'anyone' ? undefined : Caller
  organization: Data['access'] extends { of: string } ? OrganizationResource : undefined
  project: Data['access'] extends { of: ProjectResourceName } ? ProjectResource : undefined
  /** Id of the database that the call is for. */
  database: Data['access'] extends { of: ProjectResourceName } ? string : undefined
  branch: Data['access'] extends { of: 'branch' } ? BranchResource : undefined
  bucket: Data['access'] extends { of: 'bucket' } ? string : undefined
}

export type Handler<Data extends EndpointData> = (
  call: Call<Data>,
) => Promise<ResponseOf<Data> | Response> | ResponseOf<Data> | Response

/** The routes of the platform in the making. */
export interface Mount {
  /** @param status of a success; default 200 */
  on<Data extends EndpointData>(endpoint: Data, handler: Handler<Data>, status?: ContentfulStatusCode): void
}
