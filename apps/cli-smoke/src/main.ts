#!/usr/bin/env node
/** `basedeck-cli-smoke <address>`: the dashboard's journeys without a browser and without React. */
import { createDeck } from '@basedeck/core'
import { createNodeHost } from './environment.js'
import { sqlFlow } from './flows/sql.js'

const [address] = process.argv.slice(2)
if (!address || !URL.canParse(address)) {
  process.stderr.write('Usage: basedeck-cli-smoke <address of a platform>\n')
  process.exit(64)
}

const deck = createDeck(createNodeHost('/project/default'), { baseUrl: new URL(address).origin })
try {
  await sqlFlow(deck, (text) => void process.stdout.write(`ok  ${text}\n`))
  process.stdout.write('The journey works without a view.\n')
} catch (error) {
  process.stderr.write(`not ok  ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  deck.dispose()
}
