/** Whether a database has the extension pg_net, which webhooks are made with. */
import type { Client } from '@basedeck/platform-client'
import { catalogueStartQuery, type CataloguePage } from '../../data/catalogue.js'
import type { QueryData } from '../../kernel/query-store.js'

export function pgNetQuery(client: Client, ref: string): QueryData<CataloguePage> {
  return catalogueStartQuery(client, ref, 'integrations')
}

export function pgNetIn(page: CataloguePage | undefined): boolean {
  return (
    page?.entries.some(({ values: [name, installed] }) => name === 'pg_net' && installed === 'true') ?? false
  )
}
