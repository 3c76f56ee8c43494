#!/usr/bin/env node
/** The command `sql-guard`: runs the check with this machine's files, standard input and exit code. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'

const cli = new URL('../dist/cli/index.js', import.meta.url)

if (existsSync(cli)) {
  const { checkFiles } = await import(cli.href)
  // Set the exit code instead of exiting, so that output to a pipe is complete.
  process.exitCode = await checkFiles(process.argv.slice(2), {
    readFile: (path) => readFile(path),
    readInput: () => buffer(process.stdin),
    print: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
  })
} else {
  process.stderr.write(
    'sql-guard is not built yet: "npm start" builds it beside the program, "npm run build" builds it at once.\n',
  )
  process.exitCode = 64
}
