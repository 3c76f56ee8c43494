/** Reads one value of the command line or the environment. Each throws a sentence that says what the value must be. */
import { LOG_LEVELS, type LogLevel } from './log.js'

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
  throw new Error(`${name} must be true or false, not “${env[name]}”`)
}

export function readDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`--audit-retention-days must be a number of days, not “${text}”`)
  return Number(text)
}

export function readRunsPerMinute(text: string): number {
  if (!/^\d{1,7}$/.test(text))
    throw new Error(`--runs-per-minute must be a number (0: no limit), not “${text}”`)
  return Number(text)
}

/** The token itself is never repeated in the sentence. */
export function readMetricsToken(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new Error('BASEDECK_METRICS_TOKEN must be 16 characters or more, without blanks')
}

export function readLogLevel(text: string | undefined): LogLevel {
  if (text === undefined || text === '') return 'warn'
  const level = LOG_LEVELS.find((one) => one === text)
  if (level === undefined)
    throw new Error(`BASEDECK_LOG_LEVEL must be ${LOG_LEVELS.join(', ')}, not “${text}”`)
  return level
}

export function readFlags(text: string): Record<string, boolean> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value = 'true'] = /^\s*(\w+)\s*(?:=\s*(true|false)\s*)?$/.exec(word) ?? []
      if (name === undefined)
        throw new Error(`BASEDECK_FLAGS must be names with or without =true or =false, not “${word}”`)
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
  throw new Error('BASEDECK_NOTICE must be JSON with title, text and perhaps until, a date')
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
  throw new Error(
    'BASEDECK_LINKS must be JSON with names and addresses (https:, http: or mailto:): {"community": "https://example.com"}',
  )
}

function isLink([name, url]: [string, unknown]): boolean {
  if (name.trim() === '' || name.length > LINK_NAME_MAX) return false
  return typeof url === 'string' && /^(https?:\/\/|mailto:)\S+$/.test(url) && URL.canParse(url)
}

export function readReleasesUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error('BASEDECK_RELEASES_URL must be an address like https://releases.example.com/basedeck.json')
}

/** The text itself is never repeated in the sentence: it may hold a password. */
export function readSmtpUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (/^smtps?:\/\//.test(text) && URL.canParse(text)) return text
  throw new Error('BASEDECK_SMTP_URL must be of the form smtps://user:password@host:465')
}

export function readAi(
  url: string | undefined,
  model: string | undefined,
  key: string | undefined,
): AiService | undefined {
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined) throw new Error('--ai-url and --ai-model go together')
  const parsed = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined
  // A password in the address would be written to logs and to the list of processes.
  if (!parsed || parsed.username !== '' || parsed.password !== '')
    throw new Error(
      '--ai-url must be an address like https://ai.example.com/v1; the key goes into BASEDECK_AI_KEY',
    )
  return { url, model, key }
}

export function readPort(flag: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`--${flag} must be a number from 0 to 65535, not “${text}”`)
  return port
}

export function readEngine(text: string): 'auto' | 'cluster' | 'pglite' {
  if (text === 'auto' || text === 'cluster' || text === 'pglite') return text
  throw new Error(
    `--engine must be auto, cluster or pglite, not “${text}”; another PostgreSQL is given by --database-url`,
  )
}

/** The text itself is never repeated in the sentence: it may hold a password. */
export function readDatabaseUrl(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`--${flag} must be of the form postgresql://user:password@host:5432/database`)
  }
  return text
}

export function readPublicUrl(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`--${flag} must be an address like https://basedeck.example.com, not “${text}”`)
  }
  return new URL(text).origin
}
