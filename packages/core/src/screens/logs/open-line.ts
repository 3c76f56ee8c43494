/** One line, whole: its fields, where it leads, and what else happened in its request. */
import type { LogLine, LogPage } from '@basedeck/platform-client'
import { lineLinks, type LineLink } from '../../rules/logs/line-links.js'
import type { Remote } from '../../kernel/query-store.js'
import { logsText } from '../../text/logs.js'
import { exactTime } from '../../text/time.js'
import type { Needs } from '../context.js'

const text = logsText.line

/** A field of the line. */
export interface LineField {
  /** As a condition names it. */
  name: string
  value: string
}

/** One line of the same request. */
export interface RequestRow {
  id: string
  /** Since the first line of the request, in milliseconds. */
  afterMs: number
  level: LogLine['level']
  source: string
  message: string
  isOpen: boolean
}

/** What happened in the request. */
export type RequestView =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'ready'; rows: RequestRow[] }

/** One line, whole. */
export interface OpenLine {
  id: string
  title: string
  /** ISO 8601. */
  time: string
  timeText: string
  level: LogLine['level']
  levelLabel: string
  sourceLabel: string
  message: string
  fields: LineField[]
  links: { key: string; label: string; href: string }[]
  request: RequestView
}

export function openLineView(
  { router }: Needs<'router'>,
  ref: string,
  line: LogLine,
  request: Remote<LogPage> | null,
): OpenLine {
  const level = logsText.levels[line.level]
  const source = logsText.sources[line.source]
  return {
    id: line.id,
    title: `${source} · ${level}`,
    time: line.time,
    timeText: exactTime(Date.parse(line.time)),
    level: line.level,
    levelLabel: level,
    sourceLabel: source,
    message: line.message,
    fields: fieldsOf(line),
    links: lineLinks(line).map((link) => linkView(router, ref, link)),
    request: requestView(line, request),
  }
}

function fieldsOf({ source, level, request_id, fields }: LogLine): LineField[] {
  const own = Object.entries(fields).map(([name, value]) => ({ name, value: valueText(value) }))
  const request = request_id === '' ? [] : [{ name: 'request_id', value: request_id }]
  return [{ name: 'source', value: source }, { name: 'level', value: level }, ...request, ...own]
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function linkView(router: Needs<'router'>['router'], ref: string, link: LineLink) {
  switch (link.to) {
    case 'function':
      return {
        key: link.to,
        label: text.function(link.slug),
        href: router.href('edgeFunction', { ref, function: link.slug }),
      }
    case 'user':
      return { key: link.to, label: text.user, href: `${router.href('users', { ref })}?user=${link.id}` }
    case 'table':
      return {
        key: link.to,
        label: text.table(link.table),
        href: `${router.href('tables', { ref })}?schema=${encodeURIComponent(link.schema)}`,
      }
    case 'queries':
      return { key: link.to, label: text.query, href: router.href('queryPerformance', { ref }) }
  }
}

function requestView(line: LogLine, request: Remote<LogPage> | null): RequestView {
  if (request === null) return { status: 'none' }
  if (request.status === 'loading') return request
  if (request.status === 'failed')
    return { status: 'failed', message: request.error.message, retry: request.retry }
  const lines = [...request.data.lines].reverse()
  const first = Date.parse(lines[0]?.time ?? line.time)
  return {
    status: 'ready',
    rows: lines.map(({ id, time, level, source, message }) => ({
      id,
      afterMs: Date.parse(time) - first,
      level,
      source: logsText.sources[source],
      message,
      isOpen: id === line.id,
    })),
  }
}
