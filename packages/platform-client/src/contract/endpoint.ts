/** Endpoints as data: method, path, input and output. Shared by client and server. */
import type { GenericSchema, InferInput } from 'valibot'
import type { Credential } from './credential.js'
import { paramSchemas } from './params.js'
import type { Access } from './permission.js'

/** The HTTP methods that endpoints use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Which of several processes on one control plane answers a call for a project.
 * - `holder`: the process that holds the project's database
 * - `holder-if-there`: the same; while it is away, any other without what only the database knows
 * - `holder-unless-lost`: as `holder`; any process once the holder has been away for a day
 * - `beginner`: as `holder`; for a database by URL, the process that began the run or export which the path names
 */
export type ServedBy = 'holder' | 'holder-if-there' | 'holder-unless-lost' | 'beginner'

/** What a person may do only so often. `runs`: statements that are run; `questions`: asked of the AI. */
export type Limit = 'runs' | 'questions'

/** Whether what the call changes has its line in the audit log: always, for a part of it, or never. */
export type Audit = true | `only ${string}` | `never, because ${string}`

/** What an endpoint is made of. `response` carries a type only; see `gives`. */
export interface EndpointData {
  readonly method: Method
  /** Parameters stand in braces: `/platform/projects/{ref}`. */
  readonly path: string
  /** Schemas of parameters that differ from the usual ones in `params.ts`. */
  readonly params?: Readonly<Record<string, GenericSchema>>
  /** What the server checks before it answers. */
  readonly access: Access
  /** Absent: any process answers, from the control plane alone. */
  readonly servedBy?: ServedBy
  /** Refused on a self-hosted platform: 403 `hosted_only`. */
  readonly hostedOnly?: true
  /** Answered with a full disk too, though it is no GET and no DELETE: it stores nothing, frees room, or lets somebody in or out. */
  readonly evenFull?: true
  /** Counted for each person: 429 when it is spent. */
  readonly limit?: Limit
  /**
   * The credential that the answer carries: refused without the rights that it gives. `maybe`: the answer leaves it out
   * for callers without these rights. Absent: the answer carries none.
   */
  readonly carries?: Credential | `maybe ${Credential}`
  /** Required for every call but GET. Absent: nothing is changed. */
  readonly audit?: Audit
  /** Sent as the header `Version`. */
  readonly version?: 2
  /** If two endpoints share method, path and version: the body key that identifies this one. */
  readonly bodyKey?: string
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  /** The handler reads the body while it arrives, and limits it; it has no schema. */
  readonly streamsBody?: true
  /** Bytes; a longer body is refused: 413. Default `USUAL_MAX_BODY`; where anyone may call, `STRANGERS_MAX_BODY`. */
  readonly maxBody?: number
  /** Keys and elements in the whole body; one with more is refused: 413. Default `USUAL_MAX_MEMBERS`. */
  readonly maxMembers?: number
  /** Bytes of SQL under the key `query`, in one text and in all of the body; more is refused: 413 `query_too_large`. */
  readonly maxSql?: { readonly each: number; readonly all: number }
  readonly response: unknown
  /** Arguments that must not be empty, each with the error message. Checked before anything is sent. */
  readonly requires?: Readonly<Record<string, string>>
}

/** Checks an endpoint's shape and keeps its exact type. @throws Error when a parameter has no schema */
export function endpoint<const Data extends EndpointData>(data: Data): Data {
  paramSchemas(data)
  return data
}

/** Names the type of a response in the data of an endpoint: `response: gives<Project>()`. */
export function gives<Response>(): Response {
  return undefined as Response
}

/** The parameters in a path: `'/a/{ref}/b/{id}'` → `{ ref: string; id: string }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name | keyof PathParams<Rest>]: string }
  : unknown

type QueryOf<Data extends EndpointData> = Data['query'] extends GenericSchema
  ? { readonly query?: InferInput<Data['query']> }
  : unknown

type BodyOf<Data extends EndpointData> = Data['body'] extends GenericSchema
  ? { readonly body: InferInput<Data['body']> }
  : unknown

type ParamsOf<Data extends EndpointData> = Data['path'] extends `${string}{${string}`
  ? { readonly params: PathParams<Data['path']> }
  : unknown

/** What a caller gives an endpoint: its path parameters, query and body, as far as it has them. */
export type ArgumentsOf<Data extends EndpointData> = ParamsOf<Data> & QueryOf<Data> & BodyOf<Data>

/** What an endpoint answers. */
export type ResponseOf<Data extends EndpointData> = Data['response']
