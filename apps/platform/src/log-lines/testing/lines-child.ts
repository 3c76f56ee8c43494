/** A program for tests: stores batch after batch of lines and prints how many are stored, until it is killed. */
import { pino } from 'pino'
import { createLogLines } from '../log-lines.js'

const [, , dataDir] = process.argv
if (!dataDir) throw new Error('usage: lines-child <data directory>')

const BATCH = 500
const lines = createLogLines({ dataDir, keptDays: 7, keptBytes: 1e9, log: pino({ level: 'silent' }) })
for (let stored = 0; ;) {
  for (let at = 0; at < BATCH; at += 1)
    lines.write({
      time: Date.now(),
      project: 'shop',
      source: 'data',
      level: 'info',
      message: String(stored + at),
    })
  await lines.flush()
  stored += BATCH
  console.log(stored)
}
