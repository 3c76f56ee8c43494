/** Makes a line ready to be sent to the thread that stores it, in bounded size. */
import type { LogLine, SentLine } from './log-line.js'

/** Characters of a message; what is longer is cut, and ends in `…`. */
export const MOST_MESSAGE_CHARS = 8192
/** Characters of the fields as JSON; longer ones are replaced by their beginning. */
export const MOST_FIELDS_CHARS = 8192
const NAME_CHARS = 64

/** Never throws: a time that is none becomes now, and fields that are no JSON are left out, and the line says so. */
export function sentLine({
  time,
  project = '',
  source,
  level,
  requestId = '',
  message,
  fields,
}: LogLine): SentLine {
  return [
    Number.isFinite(time) ? time : Date.now(),
    project.slice(0, NAME_CHARS),
    source,
    level,
    requestId.slice(0, NAME_CHARS),
    cut(message, MOST_MESSAGE_CHARS),
    fields === undefined ? '' : fieldsText(fields),
  ]
}

/** Characters that it takes. */
export function sizeOf([, project, source, level, requestId, message, fields]: SentLine): number {
  return project.length + source.length + level.length + requestId.length + message.length + fields.length
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

function fieldsText(fields: Record<string, unknown>): string {
  try {
    const text = JSON.stringify(fields)
    return text.length <= MOST_FIELDS_CHARS
      ? text
      : JSON.stringify({ cut: text.slice(0, MOST_FIELDS_CHARS / 2) })
  } catch {
    return '{"unreadable":true}'
  }
}
