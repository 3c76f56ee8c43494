#!/usr/bin/env node
/** `basedeck-cli-smoke <address> [--token <access token>]`: the dashboard's journeys without a browser and without React. */
import { createDeck } from '@basedeck/core'
import { parseArgs } from 'node:util'
import { createNodeHost } from '@basedeck/core/node'
import { authFlow } from './flows/auth.js'
import { connectFlow } from './flows/connect.js'
import { dataApiFlow } from './flows/data-api.js'
import { dataFlow } from './flows/data.js'
import { filesFlow } from './flows/files.js'
import { functionsFlow } from './flows/functions.js'
import { importFlow } from './flows/import.js'
import { integrationsFlow } from './flows/integrations.js'
import { keysFlow } from './flows/keys.js'
import { hostedFlow } from './flows/hosted.js'
import { migrationsFlow } from './flows/migrations.js'
import { performanceFlow } from './flows/performance.js'
import { alertsFlow } from './flows/alerts.js'
import { reportsFlow } from './flows/reports.js'
import { sqlFlow } from './flows/sql.js'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { token: { type: 'string' } } })
const [address] = positionals
const accessToken = values.token ?? process.env['BASEDECK_ACCESS_TOKEN']
if (!address || !URL.canParse(address)) {
  process.stderr.write('Usage: basedeck-cli-smoke <address of a platform> [--token <access token>]\n')
  process.exit(64)
}

const start = accessToken === undefined ? '/project/default' : '/organizations'
const baseUrl = new URL(address).origin
const options = { baseUrl, ...(accessToken === undefined ? {} : { accessToken }) }
const host = createNodeHost({ start })
const deck = createDeck(host, options)
const files = {
  host,
  async download(path: string) {
    const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
    return (await fetch(new URL(path, baseUrl), { headers })).text()
  },
}
const say = (text: string) => void process.stdout.write(`ok  ${text}\n`)
try {
  if (accessToken === undefined) {
    await sqlFlow(deck, say)
    await filesFlow(deck, { ...files, ref: 'default' }, say)
    await importFlow(deck, 'default', say)
    await connectFlow(deck, 'default', say)
    await keysFlow(deck, 'default', say)
    await integrationsFlow(deck, { ref: 'default', slug: 'default' }, say)
    await dataApiFlow(deck, 'default', say)
    await dataFlow(deck, 'default', say)
    await authFlow(deck, 'default', say)
    await migrationsFlow(deck, 'default', say)
    await performanceFlow(deck, 'default', say)
    await reportsFlow(deck, 'default', say)
    await alertsFlow(deck, 'default', say)
    await functionsFlow(deck, 'default', say)
  } else await hostedFlow(deck, { baseUrl, files }, say)
  process.stdout.write('The journey works without a view.\n')
} catch (error) {
  process.stderr.write(`not ok  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  deck.dispose()
}
