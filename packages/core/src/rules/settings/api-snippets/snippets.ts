/**
 * The calls of a table or function in one way, as they are copied.
 * @rule api.snippets  @spec §2
 */
import type { ApiCall } from './api-call.js'
import { curlCall } from './curl.js'
import { javascriptCall, javascriptStart } from './javascript.js'
import { pythonCall, pythonStart } from './python.js'
import { sqlCall } from './sql.js'
import type { ApiTarget, ApiWay } from './ways.js'

/** A call as code. `start`: how a program begins. */
export interface ApiSnippet {
  call: ApiCall['call'] | 'start'
  code: string
}

const WAYS: Readonly<
  Record<
    ApiWay,
    { start?: (target: ApiTarget) => string; call: (target: ApiTarget, call: ApiCall) => string }
  >
> = {
  javascript: { start: javascriptStart, call: javascriptCall },
  curl: { call: curlCall },
  python: { start: pythonStart, call: pythonCall },
  sql: { call: sqlCall },
}

export function apiSnippets(way: ApiWay, target: ApiTarget, calls: readonly ApiCall[]): ApiSnippet[] {
  const { start, call } = WAYS[way]
  return [
    ...(start && calls.length > 0 ? [{ call: 'start' as const, code: start(target) }] : []),
    ...calls.map((one) => ({ call: one.call, code: call(target, one) })),
  ]
}
