/** What the service of functions asks of the room that runs them. All of it is plain data: it is called from another thread. */

export interface FunctionAsk {
  ref: string
  slug: string
  /** The call brought a valid token, or needs none. */
  isVerified: boolean
}

export type BegunCall =
  | { type: 'not-found' | 'unverified' | 'busy' }
  | { type: 'unavailable' | 'boot-error'; message: string }
  | { type: 'begun'; lease: number; socket: string; timeoutMs: number }

/** `running`: the process goes on. */
export type ProcessFate = 'running' | 'memory' | 'cpu' | 'crashed'

export interface EndedCall {
  method: string
  /** Of the answer; 0: there was none. */
  status: number
  ms: number
  requestId: string
}

export interface FunctionsHost {
  /** Starts the function where it is not warm. Each call that begun is ended by `endFunctionCall`. */
  beginFunctionCall(ask: FunctionAsk): Promise<BegunCall>
  endFunctionCall(lease: number, ended: EndedCall): void
  /** Why a call got no answer; waits a moment for the end of its process. */
  functionFate(lease: number): Promise<ProcessFate>
}

/** Where none can run. */
export function noFunctions(message: string): FunctionsHost {
  return {
    beginFunctionCall: async () => ({ type: 'unavailable', message }),
    endFunctionCall() {},
    functionFate: async () => 'crashed',
  }
}
