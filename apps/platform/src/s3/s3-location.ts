/** Where a bucket of an S3-compatible store is, and by which key it is used. */

export interface S3Location {
  /** Without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** Of every key; empty, or it ends with a slash. */
  prefix: string
  region: string
  /** `host`: the bucket is the first part of the host's name. */
  style: 'path' | 'host'
  accessKeyId: string
  secretAccessKey: string
}

const DEFAULT_REGION = 'us-east-1'
/** Of buckets and prefixes: what needs no encoding anywhere. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Reads `https://key:secret@host:port/bucket/prefix?region=eu-central-1&style=path`. Undefined: it has another form.
 */
export function readS3Location(text: string): S3Location | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(text)
  const [bucket = '', ...folders] = pathname.slice(1).replace(/\/$/, '').split('/')
  const { region = DEFAULT_REGION, style = 'path', ...unknown } = Object.fromEntries(searchParams)
  const accessKeyId = decoded(username)
  const secretAccessKey = decoded(password)
  if (!accessKeyId || !secretAccessKey || hash !== '' || Object.keys(unknown).length > 0) return undefined
  if (style !== 'path' && style !== 'host') return undefined
  if (![bucket, ...folders, region].every((part) => PLAIN.test(part))) return undefined
  return {
    endpoint: `${protocol}//${host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    style,
    accessKeyId,
    secretAccessKey,
  }
}

/** The location without its key, for people. */
export function describeS3Location({ endpoint, bucket, prefix }: S3Location): string {
  return `${endpoint}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
