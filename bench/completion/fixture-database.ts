/** The fixture in a real database of the product, as the editor sees it. */
import { newId, queryTyped } from '@basedeck/platform-client'
import { readFile } from 'node:fs/promises'
import { OWN_REF } from '../../apps/platform/src/control/own-installation.js'
import { runApp } from '../../apps/platform/test/running-app.js'
import { completionQuery } from '../../packages/core/src/data/completion.js'
import type { SqlCatalogue } from '../../packages/core/src/rules/sql/sql-catalogue.js'

export interface FixtureDatabase {
  catalogue: SqlCatalogue
  /** For its owner. */
  url: string
  stop(): Promise<void>
}

const PASSWORD = 'only-of-this-bench'

export async function startFixtureDatabase(): Promise<FixtureDatabase> {
  const app = await runApp('cluster', { ownerPassword: PASSWORD })
  const ask = async (query: string) => {
    const body = { query, readOnly: false, runId: newId() }
    return (await app.client.call(queryTyped, { params: { ref: OWN_REF }, body })).results
  }
  await ask(await readFile(new URL('./fixture.sql', import.meta.url), 'utf8'))
  const port = (await ask('show port'))[0]?.rows[0]?.[0]
  return {
    catalogue: await completionQuery(app.client, OWN_REF).fetch(new AbortController().signal),
    url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: app.stop,
  }
}
