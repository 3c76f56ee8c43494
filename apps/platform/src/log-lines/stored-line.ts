/** What of a line is stored: its texts without secrets and without what a terminal would obey. */
import { cleanText } from './clean-text.js'
import { keptRequestId } from './kept-request-id.js'
import type { LogLineLevel, LogSource, SentLine } from './log-line.js'
import { withoutSecrets } from './without-secrets.js'

export interface StoredLine {
  /** Milliseconds since 1970. */
  time: number
  project: string
  source: LogSource
  level: LogLineLevel
  requestId: string
  message: string
  /** JSON of an object; empty: none. */
  fields: string
}

/** Fields with such names hold secrets, whatever they look like. */
const SECRET_NAME = /key$|token|passw(?:or)?d|secret|authorization|cookie|signature/i
/** Fields of fields end somewhere. */
const DEEPEST = 8

export function storedLine([time, project, source, level, requestId, message, fields]: SentLine): StoredLine {
  return {
    time,
    project: cleaned(project),
    source,
    level,
    requestId: keptRequestId(requestId),
    message: cleaned(message),
    fields: fields === '' ? '' : JSON.stringify(cleanedValue(JSON.parse(fields), 0)),
  }
}

function cleaned(text: string): string {
  return withoutSecrets(cleanText(text))
}

function cleanedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((one) => cleanedValue(one, depth + 1))
  const entries = Object.entries(value).map(([name, one]) => [
    cleaned(name),
    SECRET_NAME.test(name) && typeof one === 'string' ? '…' : cleanedValue(one, depth + 1),
  ])
  return Object.fromEntries(entries)
}
