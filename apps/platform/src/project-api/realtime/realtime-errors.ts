/** Refusals as clients of realtime read them: `{error}`, with our code beside it. */
import type { ErrorBody } from '@basedeck/platform-client/contract'

export function realtimeRefusal({ code, message }: ErrorBody): object {
  return { error: message, code, message }
}
