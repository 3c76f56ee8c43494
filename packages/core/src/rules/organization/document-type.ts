/**
 * What a document is, by its bytes: a name proves nothing. What could run in a browser, such as HTML and SVG, is a plain text here.
 * @rule documents.type  @spec §2
 */

/** How files of a type begin; `..` fits any byte. */
const SIGNATURES: readonly (readonly [type: string, beginning: string])[] = [
  ['application/pdf', '255044462d'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/webp', '52494646........57454250'],
  ['application/zip', '504b0304'],
  ['application/zip', '504b0506'],
  ['application/gzip', '1f8b'],
]

const ANYTHING = 'application/octet-stream'
const TEXT = 'text/plain'
/** Endings that tell one text from another; none of them runs anywhere. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
}

/** The media type of the bytes. @param name tells kinds of text apart, and nothing else */
export function documentType(bytes: Uint8Array, name: string): string {
  const found = SIGNATURES.find(([, beginning]) => begins(bytes, beginning))
  if (found) return found[0]
  if (!isText(bytes)) return ANYTHING
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(TEXTS, ending) ? (TEXTS[ending] ?? TEXT) : TEXT
}

function begins(bytes: Uint8Array, beginning: string): boolean {
  const pairs = beginning.match(/../g) ?? []
  return (
    bytes.length >= pairs.length &&
    pairs.every((pair, at) => pair === '..' || bytes[at] === Number.parseInt(pair, 16))
  )
}

/** UTF-8 without control characters but those of lines and tabs. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
