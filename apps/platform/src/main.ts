#!/usr/bin/env node
/** The program `basedeck`: reads its options, starts the platform, and stops cleanly. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { check } from './check.js'
import { helpText, readCommand, type Config } from './config.js'
import { EngineError } from './engines/engine.js'
import { builtDashboard, isSentence, startPlatform, type Platform } from './start.js'

const here = dirname(fileURLToPath(import.meta.url))
const EXIT_USAGE = 64

await main()

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env)
  switch (command.type) {
    case 'help':
      return say(helpText())
    case 'version':
      return say(version())
    case 'invalid':
      process.exitCode = EXIT_USAGE
      return complain(command.sentence)
    case 'check':
      process.exitCode = await check(command.args)
      return
    case 'start':
      return start(command.config)
  }
}

async function start(config: Config): Promise<void> {
  const log = pino({ level: process.env['BASEDECK_LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  try {
    const platform = await startPlatform(config, {
      log,
      version: version(),
      dashboardDir: builtDashboard(here),
    })
    stopOnSignals(platform)
    say(`Basedeck is at ${platform.url}`)
    say(`  project API  ${platform.apiUrl}`)
    say(`  engine       ${platform.engine.kind}: ${platform.engine.description}`)
    for (const note of platform.notes) say(`               ${note}`)
    say(`  data         ${config.dataDir}`)
    await reportReady(platform, config)
  } catch (error) {
    fail(error)
  }
}

/**
 * A database that can't be opened because of how the program was started ends it: a wrong URL, a data directory of
 * another engine or version. Otherwise the page says what is wrong, and the next request tries again.
 */
async function reportReady(platform: Platform, config: Config): Promise<void> {
  const startedAt = performance.now()
  try {
    await platform.ready
    say(`  database     open after ${Math.round(performance.now() - startedAt)} ms`)
  } catch (error) {
    if (config.databaseUrl !== undefined || (error instanceof EngineError && error.code === 'version')) {
      await platform.stop()
      fail(error)
    } else complain(isSentence(error) ? error.message : String(error))
  }
}

function stopOnSignals(platform: Platform): void {
  let stopping = false
  const stop = () => {
    // A second signal does not wait.
    if (stopping) process.exit(1)
    stopping = true
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        fail(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function fail(error: unknown): void {
  process.exitCode = 1
  complain(
    isSentence(error)
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  )
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return String((manifest as { version: unknown }).version)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function complain(text: string): void {
  process.stderr.write(`basedeck: ${text}\n`)
}
