/** An endpoint as data: one line says how it is called, what it takes and what it gives. Shared by client and server. */
import type { GenericSchema, InferInput } from 'valibot'
import type { Access } from './permission.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an endpoint is made of. `response` carries a type only; see `gives`. */
export interface EndpointData {
  readonly method: Method
  /** Parameters stand in braces: `/platform/projects/{ref}`. */
  readonly path: string
  /** What the server checks before it answers. */
  readonly access: Access
  /** Sent as the header `Version`. */
  readonly version?: 2
  /** Where two endpoints share method, path and version: the key of the body that tells this one. */
  readonly bodyKey?: string
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  readonly response: unknown
  /** Arguments that must not be empty, each with the sentence said before anything is sent. */
  readonly requires?: Readonly<Record<string, string>>
}

/** Checks an endpoint's shape and keeps its exact type. */
export function endpoint<const Data extends EndpointData>(data: Data): Data {
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
