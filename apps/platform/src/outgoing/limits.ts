/** How long a call to the outside may take, and how much it may answer. */
export interface OutgoingLimits {
  /** Of each hop: the name, the connection and TLS together. */
  connectMs: number
  /** Of each hop: from the connection to the head of the answer. */
  firstByteMs: number
  /** Of the whole call, with all redirects. */
  wholeMs: number
  /** Of one body. */
  answerBytes: number
  /** What happens to a larger body: the call fails, or it ends there and `isCut` says so. */
  larger: 'refuse' | 'cut'
  /** 0: a redirect is an answer like any other. */
  redirects: number
}

export const DEFAULT_LIMITS: OutgoingLimits = {
  connectMs: 5000,
  firstByteMs: 10_000,
  wholeMs: 30_000,
  answerBytes: 1024 * 1024,
  larger: 'refuse',
  redirects: 3,
}
