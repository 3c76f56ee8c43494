/** How to sign in to a server, as plain data that another thread can use. */
import type pg from 'pg'

/** A function is no plain data: a certificate that holds whatever host it names is told by `anyHostName`. */
export interface SignIn {
  config: pg.ClientConfig
  anyHostName: boolean
  /** The most that may be open at a time. */
  connections: number
}

/** How to sign in to decode changes. */
export interface ChangesSignIn {
  signIn: SignIn
  /** The server is ours: a slot may stay there between two connections, since what it keeps of the log is limited. */
  keepsSlot: boolean
}

export function signInOf(config: pg.ClientConfig, connections: number): SignIn {
  const { ssl } = config
  if (typeof ssl !== 'object' || !ssl.checkServerIdentity) return { config, anyHostName: false, connections }
  const { checkServerIdentity: _, ...plain } = ssl
  return { config: { ...config, ssl: plain }, anyHostName: true, connections }
}

export function configOf({ config, anyHostName }: Omit<SignIn, 'connections'>): pg.ClientConfig {
  if (!anyHostName || typeof config.ssl !== 'object') return config
  return { ...config, ssl: { ...config.ssl, checkServerIdentity: () => undefined } }
}
