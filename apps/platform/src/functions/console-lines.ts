/** What a function writes to its console, as lines of the project’s log. More than it may write is cut, and that is said. */
import type { Readable } from 'node:stream'

const PERIOD_MS = 10_000
const LINES_MAX = 1000
const BYTES_MAX = 256 * 1024
const LINE_MAX = 8192

/** @param write gets each line; @param onCut how many were left out in the last ten seconds */
export function readConsole(
  stream: Readable,
  {
    write,
    onCut,
    now = Date.now,
  }: { write(line: string): void; onCut(lines: number): void; now?: () => number },
): void {
  let rest = ''
  let period = now()
  let lines = 0
  let bytes = 0
  let cut = 0
  const endPeriod = () => {
    if (cut > 0) onCut(cut)
    lines = bytes = cut = 0
    period = now()
  }
  const take = (line: string) => {
    if (now() - period > PERIOD_MS) endPeriod()
    if (lines >= LINES_MAX || bytes >= BYTES_MAX) {
      cut++
      return
    }
    lines++
    bytes += line.length
    write(line)
  }
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) take(part.slice(0, LINE_MAX))
    // A line without an end must not fill the memory.
    if (rest.length > LINE_MAX) {
      take(rest.slice(0, LINE_MAX))
      rest = ''
    }
  })
  stream.on('end', () => {
    if (rest !== '') take(rest.slice(0, LINE_MAX))
    endPeriod()
  })
  stream.on('error', () => {})
}
