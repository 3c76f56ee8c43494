/** The settings of the driver for another database of the same server. */
import type pg from 'pg'
import { engineText } from '../../text/engines.js'
import { EngineError } from '../engine.js'
import { askServer } from './ask-server.js'

/** A URL in the settings of the driver goes before its other settings. */
export function inDatabase(config: pg.ClientConfig, name: string): pg.ClientConfig {
  if (config.connectionString === undefined) return { ...config, database: name }
  const url = new URL(config.connectionString)
  url.pathname = `/${encodeURIComponent(name)}`
  return { ...config, connectionString: url.href, database: name }
}

/** What is thrown away or emptied must not be the database of the project: a pooler may lead to another one. @throws EngineError */
export async function requireInside(configs: readonly pg.ClientConfig[], name: string): Promise<void> {
  for (const config of configs) {
    const { row } = await askServer(config, 'select pg_catalog.current_database()')
    if (row[0] !== name) throw new EngineError('unsupported', engineText.noScratch)
  }
}
