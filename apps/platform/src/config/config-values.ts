/**
 * Readers for values of the command line and the environment. Each throws a sentence that says what the value must
 * be.
 */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { TlsPair } from '../engines/program-access.js'
import { LOG_LEVELS, type LogLevel } from '../kernel/log.js'
import { readS3Location, type S3Location } from '../s3/s3-location.js'
import { optionText } from '../text/options.js'

/** An upcoming change, told on every page. */
export interface Notice {
  title: string
  text: string
  until?: string
}

export interface AiService {
  url: string
  model: string
  key: string | undefined
}

export function readSwitch(name: string, env: NodeJS.ProcessEnv): boolean {
  const text = (env[name] ?? '').toLowerCase()
  if (['', '0', 'false', 'off', 'no'].includes(text)) return false
  if (['1', 'true', 'on', 'yes'].includes(text)) return true
  throw new Error(optionText.mustBeSwitch(name, env[name]))
}

export function readDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(optionText.mustBeDays(text))
  return Number(text)
}

/** 0: no line is kept. */
export function readLogDays(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(optionText.mustBeLogDays(text))
  return Number(text)
}

const UNITS = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const
/** With less, a day with few lines would push out the days before it. */
const LEAST_LOG_BYTES = 10 * UNITS.MB

/** Bytes, or with a unit: `500MB`, `2GB`. */
export function readLogBytes(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,15})(KB|MB|GB|TB|)$/i.exec(text.trim()) ?? []
  const bytes = Number(number) * UNITS[unit.toUpperCase() as keyof typeof UNITS]
  if (number === '' || bytes < LEAST_LOG_BYTES) throw new Error(optionText.mustBeLogBytes(text))
  return bytes
}

export function readRunsPerMinute(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new Error(optionText.mustBeRuns(text))
  return Number(text)
}

/** The token itself is never repeated in the sentence. */
export function readMetricsToken(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new Error(optionText.metricsToken)
}

export function readLogLevel(text: string | undefined): LogLevel {
  if (text === undefined || text === '') return 'warn'
  const level = LOG_LEVELS.find((one) => one === text)
  if (level === undefined) throw new Error(optionText.logLevel(LOG_LEVELS.join(', '), text))
  return level
}

export function readFlags(text: string): Record<string, boolean> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value = 'true'] = /^\s*(\w+)\s*(?:=\s*(true|false)\s*)?$/.exec(word) ?? []
      if (name === undefined) throw new Error(optionText.flags(word))
      return [name, value === 'true'] as const
    }),
  )
}

export function readNotice(text: string | undefined): Notice | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const { title, text: body, until } = JSON.parse(text) as Record<string, unknown>
    const isDay = until === undefined || !Number.isNaN(Date.parse(String(until)))
    if (typeof title === 'string' && typeof body === 'string' && isDay)
      return { title, text: body, ...(until === undefined ? {} : { until: String(until) }) }
  } catch {
    // The sentence below says what it should be.
  }
  throw new Error(optionText.notice)
}

const LINKS_MAX = 20
const LINK_NAME_MAX = 60

export function readLinks(text: string | undefined): Record<string, string> {
  if (text === undefined || text === '') return {}
  try {
    const links: unknown = JSON.parse(text)
    const entries = typeof links === 'object' && links !== null ? Object.entries(links) : []
    if (entries.length > 0 && entries.length <= LINKS_MAX && entries.every(isLink))
      return Object.fromEntries(entries as [string, string][])
  } catch {
    // The sentence below says what it should be.
  }
  throw new Error(optionText.links)
}

function isLink([name, url]: [string, unknown]): boolean {
  if (name.trim() === '' || name.length > LINK_NAME_MAX) return false
  return typeof url === 'string' && /^(https?:\/\/|mailto:)\S+$/.test(url) && URL.canParse(url)
}

/** The address of a service that the operator names. @throws Error with the sentence */
export function readServiceUrl(text: string | undefined, sentence: string): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error(sentence)
}

/**
 * As `--storage-url`, or `s3://bucket/folder`, whose key, region and address are in the variables that programs of S3 read:
 * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`.
 */
export function readBackupStore(
  flag: string,
  text: string | undefined,
  env: NodeJS.ProcessEnv,
): S3Location | undefined {
  if (text === undefined) return undefined
  const location = readS3Location(text.startsWith('s3://') ? withKeyOf(env, text) : text)
  if (!location) throw new Error(optionText.backupStore(flag))
  return location
}

function withKeyOf(env: NodeJS.ProcessEnv, text: string): string {
  const {
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
    AWS_REGION: region = 'us-east-1',
    AWS_ENDPOINT_URL: endpoint = `https://s3.${region}.amazonaws.com`,
  } = env
  const [scheme = '', host = ''] = endpoint.replace(/\/$/, '').split('://')
  const key = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return `${scheme}://${key}@${host}/${text.slice('s3://'.length)}?region=${encodeURIComponent(region)}`
}

/** The text itself is never repeated in the sentence: it may hold a password. */
export function readSmtpUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^smtps?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error(optionText.smtpUrl)
}

export function readAi(
  url: string | undefined,
  model: string | undefined,
  key: string | undefined,
): AiService | undefined {
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined) throw new Error(optionText.aiTogether)
  const parsed = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined
  // A password in the address would be written to logs and to the list of processes.
  if (!parsed || parsed.username !== '' || parsed.password !== '') throw new Error(optionText.aiUrl)
  return { url, model, key }
}

export function readPort(flag: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(optionText.port(flag, text))
  return port
}

/** The certificate and its key, from PEM files. @throws Error with a sentence */
export function readTlsPair(
  certificateFile: string | undefined,
  keyFile: string | undefined,
): TlsPair | undefined {
  if (certificateFile === undefined && keyFile === undefined) return undefined
  if (certificateFile === undefined || keyFile === undefined) throw new Error(optionText.tlsHalf)
  try {
    const pair = { certificate: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    // It throws when they don't belong together.
    createSecureContext({ cert: pair.certificate, key: pair.key })
    return pair
  } catch (cause) {
    throw new Error(optionText.tlsUnreadable((cause as Error).message), { cause })
  }
}

export function readEngine(text: string): 'auto' | 'cluster' | 'pglite' {
  if (text === 'auto' || text === 'cluster' || text === 'pglite') return text
  throw new Error(optionText.engine(text))
}

/** The text itself is never repeated in the sentence: it holds a secret. */
export function readStorageUrl(text: string | undefined): S3Location | undefined {
  if (text === undefined) return undefined
  const location = readS3Location(text)
  if (!location) throw new Error(optionText.storageUrl)
  return location
}

/** The text itself is never repeated in the sentence: it may hold a password. */
export function readDatabaseUrl(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(optionText.databaseUrl(flag))
  }
  return text
}

export function readPublicUrl(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(optionText.publicUrl(flag, text))
  }
  return new URL(text).origin
}
