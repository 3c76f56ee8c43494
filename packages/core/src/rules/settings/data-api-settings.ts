/**
 * The settings of a data API as a form holds them, what is wrong with a typed one, and what of them is sent.
 * @rule data-api.settings  @spec §2
 */
import type { DataApiSettings } from '@basedeck/platform-client/contract'
import { BYTE_UNITS, bytesOf, typedBytesText } from '../storage/byte-amount.js'
import { nameListText, namesIn } from './name-list.js'

/** Lists are values of `nameListText`; numbers are as they were typed. */
export interface DataApiValues {
  schemas: string
  extra_search_path: string
  max_rows: string
  pool_size: string
  /** Empty: there is none. */
  pre_request: string
  aggregates_enabled: boolean
  /** Seconds. */
  anon_timeout_ms: string
  authenticated_timeout_ms: string
  service_timeout_ms: string
  /** `50 MB`. */
  max_body_bytes: string
  max_url_bytes: string
  max_embed_depth: string
  waiting_per_connection: string
  anon_requests_per_minute: string
}

/** How a field is typed. */
export type DataApiKind = 'whole' | 'seconds' | 'bytes'

/** The least and the most that the platform takes, in its own units. */
export const DATA_API_LIMITS = {
  max_rows: ['whole', 1, 1_000_000],
  pool_size: ['whole', 1, 50],
  anon_timeout_ms: ['seconds', 100, 600_000],
  authenticated_timeout_ms: ['seconds', 100, 600_000],
  service_timeout_ms: ['seconds', 100, 600_000],
  max_body_bytes: ['bytes', 1024, 200 * 1024 * 1024],
  max_url_bytes: ['bytes', 1024, 64 * 1024],
  max_embed_depth: ['whole', 0, 20],
  waiting_per_connection: ['whole', 0, 100],
  anon_requests_per_minute: ['whole', 1, 1_000_000],
} as const satisfies Partial<Record<keyof DataApiValues, readonly [DataApiKind, number, number]>>

/** A field with a number. */
export type DataApiNumber = keyof typeof DATA_API_LIMITS

/** The numbers of the settings. */
export const DATA_API_NUMBERS = Object.keys(DATA_API_LIMITS) as DataApiNumber[]

/** What was typed in the unit of the platform; null: it is no number within the limits. */
export function dataApiNumber(field: DataApiNumber, typed: string): number | null {
  const [kind, least, most] = DATA_API_LIMITS[field]
  const value = NUMBER_OF[kind](typed.trim())
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null
}

const NUMBER_OF: Readonly<Record<DataApiKind, (typed: string) => number | null>> = {
  whole: (typed) => (/^\d+$/.test(typed) ? Number(typed) : null),
  seconds: (typed) =>
    /^\d+([.,]\d{1,3})?$/.test(typed) ? Math.round(Number(typed.replace(',', '.')) * 1000) : null,
  bytes(typed) {
    const [, amount = '', word = 'bytes'] = /^([\d.,]+)\s*([a-z]+)?$/i.exec(typed) ?? []
    const unit = BYTE_UNITS.find((each) => each.toLowerCase() === word.toLowerCase())
    return unit === undefined ? null : bytesOf(amount, unit)
  },
}

/** A number of the platform as it would be typed. */
export function dataApiNumberText(field: DataApiNumber, value: number): string {
  const [kind] = DATA_API_LIMITS[field]
  if (kind === 'seconds') return String(value / 1000)
  return kind === 'bytes' ? (typedBytesText(value) ?? String(value)) : String(value)
}

/** Why the name of a pre-request function can't be taken; null: it can. Whether there is such a function, the database knows. */
export function preRequestProblem(typed: string): 'no-schema' | 'too-long' | null {
  const name = typed.trim()
  if (name === '') return null
  if (name.length > LONGEST_NAME) return 'too-long'
  return /^[^.\s]+\.[^.\s]+$/.test(name) ? null : 'no-schema'
}

const LONGEST_NAME = 200

/** Why the platform would not expose these schemas; null: it would. */
export function schemasProblem(text: string): 'none' | 'not-exposable' | null {
  const schemas = namesIn(text)
  if (schemas.length === 0) return 'none'
  const isExposable = (name: string) =>
    name !== '' && !/^pg_|^information_schema$/.test(name) && bytesIn(name) <= NAME_BYTES
  return schemas.length <= MOST_SCHEMAS && schemas.every(isExposable) ? null : 'not-exposable'
}

/** PostgreSQL cuts longer names. */
const NAME_BYTES = 63
const MOST_SCHEMAS = 100
const bytesIn = (text: string) => new TextEncoder().encode(text).length

/** Stored settings as the form holds them. */
export function dataApiValues(settings: DataApiSettings): DataApiValues {
  const numbers = Object.fromEntries(
    DATA_API_NUMBERS.map((field) => [field, dataApiNumberText(field, settings[field])]),
  ) as Record<DataApiNumber, string>
  return {
    schemas: nameListText(settings.schemas),
    extra_search_path: nameListText(settings.extra_search_path),
    pre_request: settings.pre_request ?? '',
    aggregates_enabled: settings.aggregates_enabled,
    ...numbers,
  }
}

/** What is sent of values that the form accepted. */
export function dataApiSettingsOf(values: Partial<DataApiValues>): Partial<DataApiSettings> {
  const { schemas, extra_search_path, pre_request, aggregates_enabled } = values
  const numbers = DATA_API_NUMBERS.flatMap((field) => {
    const typed = values[field]
    const value = typed === undefined ? null : dataApiNumber(field, typed)
    return value === null ? [] : [[field, value] as const]
  })
  return {
    ...(schemas === undefined ? {} : { schemas: namesIn(schemas) }),
    ...(extra_search_path === undefined ? {} : { extra_search_path: namesIn(extra_search_path) }),
    ...(pre_request === undefined ? {} : { pre_request: pre_request.trim() || null }),
    ...(aggregates_enabled === undefined ? {} : { aggregates_enabled }),
    ...Object.fromEntries(numbers),
  }
}
