/** A part of the page of log drains: the form of one. */
import {
  LOG_DRAIN_TYPES,
  LOG_SOURCES,
  s3Bucket,
  s3Endpoint,
  s3Prefix,
  webhookHeader,
  webhookUrl,
  type LogDrain,
  type LogDrainType,
  type LogSource,
  type newLogDrain,
} from '@basedeck/platform-client'
import * as v from 'valibot'
import { headersIn } from '../../rules/settings/webhook-form.js'
import { logDrainsText as text } from '../../text/log-drains.js'

/** What is typed for a drain. */
export interface LogDrainValues {
  name: string
  type: LogDrainType
  url: string
  gzip: boolean
  headers: string
  endpoint: string
  bucket: string
  prefix: string
  region: string
  style: 'path' | 'host'
  accessKey: string
  /** Empty: it keeps the one that it has. */
  secretKey: string
  /** Whether a secret key is stored. */
  hasSecretKey: boolean
  /** Empty: all. */
  sources: LogSource[]
}

export const NEW_LOG_DRAIN: LogDrainValues = {
  name: '',
  type: 'https',
  url: '',
  gzip: true,
  headers: '',
  endpoint: '',
  bucket: '',
  prefix: '',
  region: 'us-east-1',
  style: 'path',
  accessKey: '',
  secretKey: '',
  hasSecretKey: false,
  sources: [],
}

/** What the lists of the form offer. */
export const LOG_DRAIN_CHOICES = {
  types: LOG_DRAIN_TYPES.map((value) => ({ value, label: text.typeChoices[value] })),
  styles: (['path', 'host'] as const).map((value) => ({ value, label: text.styles[value] })),
  sources: LOG_SOURCES.map((value) => ({ value, label: text.source[value] })),
}

function headerProblem(typed: string): string | undefined {
  for (const { line, header } of headersIn(typed)) {
    const read = v.safeParse(webhookHeader, header)
    if (!read.success) return text.wrongHeader(line, read.issues[0].message)
  }
  return undefined
}

/** Checked while it is typed; the platform checks again. */
export const logDrainForm = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(text.enterName)),
    type: v.picklist(LOG_DRAIN_TYPES),
    url: v.string(),
    gzip: v.boolean(),
    headers: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? headerProblem(dataset.value) : undefined
        if (message !== undefined) addIssue({ message })
      }),
    ),
    endpoint: v.string(),
    bucket: v.string(),
    prefix: v.string(),
    region: v.string(),
    style: v.picklist(['path', 'host']),
    accessKey: v.string(),
    secretKey: v.string(),
    hasSecretKey: v.boolean(),
    sources: v.array(v.picklist(LOG_SOURCES)),
  }),
  v.forward(
    v.check(({ type, url }) => type === 's3' || v.is(webhookUrl, url), text.enterUrl),
    ['url'],
  ),
  v.forward(
    v.check(({ type, endpoint }) => type !== 's3' || v.is(s3Endpoint, endpoint), text.enterEndpoint),
    ['endpoint'],
  ),
  v.forward(
    v.check(({ type, bucket }) => type !== 's3' || v.is(s3Bucket, bucket), text.enterBucket),
    ['bucket'],
  ),
  v.forward(
    v.check(({ type, prefix }) => type !== 's3' || v.is(s3Prefix, prefix), text.wrongPrefix),
    ['prefix'],
  ),
  v.forward(
    v.check(({ type, region }) => type !== 's3' || region.trim() !== '', text.enterRegion),
    ['region'],
  ),
  v.forward(
    v.check(({ type, accessKey }) => type !== 's3' || accessKey.trim() !== '', text.enterAccessKey),
    ['accessKey'],
  ),
  v.forward(
    v.check(
      ({ type, secretKey, hasSecretKey }) => type !== 's3' || hasSecretKey || secretKey.trim() !== '',
      text.enterSecretKey,
    ),
    ['secretKey'],
  ),
)

/** What the platform is sent. */
export function logDrainBody(values: LogDrainValues): v.InferInput<typeof newLogDrain> {
  const { name, type, url, gzip, headers, endpoint, bucket, prefix, region, style } = values
  const sources = LOG_SOURCES.filter((source) => values.sources.includes(source))
  const shared = { name, sources: sources.length === 0 ? null : sources }
  if (type !== 's3')
    return { ...shared, target: { type, url, gzip }, headers: headersIn(headers).map(({ header }) => header) }
  const target = { type, endpoint, bucket, prefix, region, style, access_key_id: values.accessKey }
  return {
    ...shared,
    target,
    ...(values.secretKey.trim() === '' ? {} : { secret_access_key: values.secretKey }),
  }
}

/** What the form shows of a drain: of its headers, the names. */
export function logDrainValues({ name, target, headers, sources }: LogDrain): LogDrainValues {
  const shared = { ...NEW_LOG_DRAIN, name, type: target.type, sources: sources ?? [] }
  if (target.type !== 's3')
    return { ...shared, url: target.url, gzip: target.gzip, headers: headers.join('\n') }
  const { endpoint, bucket, prefix, region, style, access_key_id: accessKey } = target
  return { ...shared, endpoint, bucket, prefix, region, style, accessKey, hasSecretKey: true }
}
