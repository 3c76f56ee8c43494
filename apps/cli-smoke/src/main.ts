#!/usr/bin/env node
/** `basedeck-cli-smoke <address> [--token <access token>]`: the dashboard's journeys without a browser and without React. */
import { createDeck } from '@basedeck/core'
import { parseArgs } from 'node:util'
import { createNodeHost } from './environment.js'
import { hostedFlow } from './flows/hosted.js'
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
const deck = createDeck(createNodeHost(start), {
  baseUrl,
  ...(accessToken === undefined ? {} : { accessToken }),
})
const say = (text: string) => void process.stdout.write(`ok  ${text}\n`)
try {
  await (accessToken === undefined ? sqlFlow(deck, say) : hostedFlow(deck, baseUrl, say))
  process.stdout.write('The journey works without a view.\n')
} catch (error) {
  process.stderr.write(`not ok  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  deck.dispose()
}
