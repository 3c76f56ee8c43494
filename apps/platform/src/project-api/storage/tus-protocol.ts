/** What tus 1.0 asks of every request, before the upload is looked at. https://tus.io/protocols/resumable-upload */

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination']
const PIECE = 'application/offset+octet-stream'

export interface TusFault {
  status: 412 | 415
  sentence: string
}

/** Undefined: it may be looked at. */
export function tusFault(method: string, header: (name: string) => string | undefined): TusFault | undefined {
  // "If the version specified by the Client is not supported by the Server, it MUST respond with 412 Precondition Failed."
  if (header('tus-resumable') !== TUS_VERSION)
    return { status: 412, sentence: `Tus-Resumable must be ${TUS_VERSION}` }
  // "All PATCH requests MUST use Content-Type: application/offset+octet-stream, otherwise 415 Unsupported Media Type."
  if (method === 'PATCH' && header('content-type') !== PIECE)
    return { status: 415, sentence: `A piece has the Content-Type ${PIECE}` }
  return undefined
}

const OVERRIDDEN = new Set(['HEAD', 'PATCH', 'DELETE'])

/**
 * "If the X-HTTP-Method-Override header is present, the Server MUST use its value as the method." Where no upload is called,
 * nothing else may be done than what the method says. Null: the request is refused.
 */
export function overriddenMethod(
  method: string,
  override: string | undefined,
  isOfUploads: boolean,
): string | null {
  const wanted = override?.toUpperCase()
  if (wanted === undefined || wanted === method) return method
  return isOfUploads && method === 'POST' && OVERRIDDEN.has(wanted) ? wanted : null
}
