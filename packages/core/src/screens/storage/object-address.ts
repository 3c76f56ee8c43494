/**
 * Where the bytes of an object are read from: a page asks its own origin, which knows the session; a script gets an address with a
 * key.
 */
import { signObjects, type Client } from '@basedeck/platform-client'

/** Seconds that the address of a script stays valid. */
const VALID_SECONDS = 3600
/** Seconds that an address stays valid that is asked for only to learn whether there is one. */
const UNUSED_SECONDS = 1

export interface BucketLocation {
  ref: string
  bucket: string
}

/** The platform's own address of an object, for the page. */
export function downloadHref(
  client: Client,
  { ref, bucket }: BucketLocation,
  path: string,
  options: { isSaved: boolean },
): string {
  const query = new URLSearchParams({ path, ...(options.isSaved ? { download: 'true' } : {}) })
  const location = `${encodeURIComponent(ref)}/buckets/${encodeURIComponent(bucket)}`
  return `${client.baseUrl}/platform/storage/${location}/objects/download?${query}`
}

/**
 * Asks the platform whether an object is gone. Returns false when the platform does not answer: the read that follows then shows
 * the error.
 */
export async function isGone(client: Client, location: BucketLocation, path: string): Promise<boolean> {
  const asked = { params: { ...location }, body: { path: [path], expiresIn: UNUSED_SECONDS } }
  const [answer] = await client.call(signObjects, asked).catch(() => [])
  return answer?.signedUrl === null
}

/** The addresses of objects by their paths; those that are gone have none. @throws PlatformError */
export async function readableAddresses(
  client: Client,
  location: BucketLocation,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (client.baseUrl === '')
    return new Map(paths.map((path) => [path, downloadHref(client, location, path, { isSaved: false })]))
  const answers = await client.call(
    signObjects,
    { params: { ...location }, body: { path: [...paths], expiresIn: VALID_SECONDS } },
    { signal },
  )
  return new Map(answers.flatMap(({ path, signedUrl }) => (signedUrl === null ? [] : [[path, signedUrl]])))
}
