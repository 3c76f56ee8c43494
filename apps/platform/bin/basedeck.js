#!/usr/bin/env node
// Committed, so that npm can link it before anything is built.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = new URL('../dist/main.js', import.meta.url)
if (existsSync(fileURLToPath(program))) await import(program.href)
else {
  process.stderr.write('basedeck is not built yet: run npm run build, or npm start, in the workspace.\n')
  process.exitCode = 1
}
