/**
 * Whether the address of a call about files may be answered, by the request line as it was sent. A framework folds `..`, `%2E`
 * and backslashes before a handler sees them, which would lead into another bucket than the address names.
 * @rule storage.files-path  @spec §7
 */

/** `segment`: a part is empty, `.` or `..`. `escape`: it can't be decoded. `character`: one that no address may have. */
export type FilesPathFault = 'segment' | 'escape' | 'character'

/** Of every address of the object API and of the dashboard's calls about buckets. */
const FILES = 'storage'
const ORIGIN = /^[a-z][a-z\d+.-]*:[/\\]{2}[^/\\?#]*/i
const QUERY = /[?#].*$/s
const IN_ADDRESSES = /^[!-[\]-~]*$/

/** @param target of the request line: `/default/storage/v1/object/docs/a.txt?x=1` */
export function filesPathFault(target: string): FilesPathFault | undefined {
  const path = target.replace(ORIGIN, '').replace(QUERY, '')
  const segments = path.split(/[/\\]/)
  const names = segments.map(decoded)
  if (!names.includes(FILES)) return undefined
  if (!IN_ADDRESSES.test(path)) return 'character'
  if (names.includes(undefined)) return 'escape'
  if (names.some((name) => name?.includes('\0'))) return 'character'
  // The first one is what comes before the leading slash. A trailing slash is an empty path, which each call refuses itself.
  const inside = names.slice(1, names.at(-1) === '' ? -1 : undefined)
  return inside.some((name) => name?.split('/').some(isFolded)) ? 'segment' : undefined
}

function isFolded(part: string): boolean {
  return part === '' || part === '.' || part === '..'
}

/** Undefined: its escapes are no UTF-8. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
