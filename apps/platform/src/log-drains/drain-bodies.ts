/**
 * Lines in the words of each protocol, as pure functions.
 * @rule log-drains.bodies  @spec §2
 */
import type { LogLineLevel } from '@basedeck/platform-client/contract'
import type { UnsentLine } from '../log-lines/unsent-lines.js'

/** A line as a receiver of JSON gets it. `id` is the same at each attempt. */
export interface DrainedLine {
  id: string
  time: string
  project: string
  source: string
  level: string
  request_id: string
  message: string
  fields: Record<string, unknown>
}

const NANOS = 1000n
/** https://opentelemetry.io/docs/specs/otel/logs/data-model: “SeverityNumber”, the first of each range. */
const SEVERITIES: Readonly<Record<LogLineLevel, number>> = { debug: 5, info: 9, warn: 13, error: 17 }
const TRACE = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/
/** The name under which receivers show the lines. */
const SERVICE = 'basedeck'

export function drainedLine(project: string, line: UnsentLine): DrainedLine {
  const { number, time, source, level, request_id, message, fields } = line
  return { id: String(number), time, project, source, level, request_id, message, fields }
}

/** An array of lines. */
export function jsonBody(project: string, lines: readonly UnsentLine[]): string {
  return JSON.stringify(lines.map((line) => drainedLine(project, line)))
}

/** One line of text for each line. */
export function ndjsonBody(project: string, lines: readonly UnsentLine[]): string {
  return lines.map((line) => `${JSON.stringify(drainedLine(project, line))}\n`).join('')
}

/**
 * `ExportLogsServiceRequest`. “The values of 64-bit integers are encoded as decimal strings”, ids of traces “as
 * case-insensitive hex-encoded strings”.
 */
export function otlpBody(project: string, lines: readonly UnsentLine[]): string {
  const bySource = grouped(lines, ({ source }) => source)
  return JSON.stringify({
    resourceLogs: [
      {
        resource: {
          attributes: [attribute('service.name', SERVICE), attribute('basedeck.project', project)],
        },
        scopeLogs: [...bySource].map(([source, own]) => ({
          scope: { name: source },
          logRecords: own.map(recordOf),
        })),
      },
    ],
  })
}

function recordOf({ id, number, level, message, request_id, fields }: UnsentLine) {
  return {
    timeUnixNano: nanos(id),
    observedTimeUnixNano: nanos(String(number)),
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: [
      ...Object.entries(fields).map(([name, value]) => attribute(name, value)),
      ...(request_id === '' ? [] : [attribute('request_id', request_id)]),
      attribute('log.record.uid', String(number)),
    ],
    ...(TRACE.test(request_id) ? { traceId: request_id.replaceAll('-', '') } : {}),
  }
}

function attribute(key: string, value: unknown) {
  return { key, value: otlpValue(value) }
}

/** An empty value is an object without a member. */
function otlpValue(value: unknown): Record<string, unknown> {
  switch (typeof value) {
    case 'string':
      return { stringValue: value }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      if (value === null || value === undefined) return {}
      if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } }
      return {
        kvlistValue: {
          values: Object.entries(value as object).map(([key, one]) => attribute(key, one)),
        },
      }
  }
}

/**
 * `POST /loki/api/v1/push`: streams of few labels, each with “[ "<unix epoch in nanoseconds>", "<log line>" ]”, the oldest
 * first. The rest of a line is JSON in its text, which each version of Loki takes.
 */
export function lokiBody(project: string, lines: readonly UnsentLine[]): string {
  const byLabels = grouped(lines, ({ source, level }) => `${source} ${level}`)
  return JSON.stringify({
    streams: [...byLabels.values()].map((own) => ({
      stream: {
        service_name: SERVICE,
        project,
        source: own[0]?.source ?? '',
        level: own[0]?.level ?? '',
      },
      values: own
        .toSorted((one, other) => Number(one.id) - Number(other.id))
        .map(({ id, number, message, request_id, fields }) => [
          nanos(id),
          JSON.stringify({
            message,
            ...(request_id === '' ? {} : { request_id }),
            fields,
            id: String(number),
          }),
        ]),
    })),
  })
}

/** Microseconds since 1970 as nanoseconds. */
function nanos(micros: string): string {
  return String(BigInt(micros) * NANOS)
}

function grouped<Value>(all: readonly Value[], nameOf: (one: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const one of all) {
    const group = groups.get(nameOf(one))
    if (group) group.push(one)
    else groups.set(nameOf(one), [one])
  }
  return groups
}
