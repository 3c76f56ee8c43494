/** Another login of the same server and database. */
import type pg from 'pg'

export interface Login {
  role: string
  password: string
}

/** A connection string overrides all other settings of the driver. */
export function asLogin(config: pg.ClientConfig, { role, password }: Login): pg.ClientConfig {
  if (config.connectionString === undefined) return { ...config, user: role, password }
  const url = new URL(config.connectionString)
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  url.username = encodeURIComponent(role)
  url.password = encodeURIComponent(password)
  return { ...config, connectionString: url.href }
}
