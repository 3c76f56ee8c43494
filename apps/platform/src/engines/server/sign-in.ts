/** How to sign in to a server, as plain data that another thread can use. */
import type pg from 'pg'

/** A function is no plain data: a certificate that holds whatever host it names is told by `anyHostName`. */
export interface SignIn {
  config: pg.ClientConfig
  anyHostName: boolean
}

export function signInOf(config: pg.ClientConfig): SignIn {
  const { ssl } = config
  if (typeof ssl !== 'object' || !ssl.checkServerIdentity) return { config, anyHostName: false }
  const { checkServerIdentity: _, ...plain } = ssl
  return { config: { ...config, ssl: plain }, anyHostName: true }
}

export function configOf({ config, anyHostName }: SignIn): pg.ClientConfig {
  if (!anyHostName || typeof config.ssl !== 'object') return config
  return { ...config, ssl: { ...config.ssl, checkServerIdentity: () => undefined } }
}
