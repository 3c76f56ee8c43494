/**
 * Paths of objects: how they are put together and taken apart, and which of them the platform refuses.
 * @rule storage.object-paths  @spec §5
 */

const MAX_BYTES = 1024

/** Joins parts with slashes; empty parts are left out. */
export function joinedPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}

/** The folder of a path; empty: the root of the bucket. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether a path is the folder, or lies in it; everything lies in the root. */
export function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/** Whether the platform takes it: no empty part, no dots alone, no NUL, whole characters, at most 1,024 bytes. */
export function isValidPath(path: string): boolean {
  const isPart = (part: string) => part !== '' && part !== '.' && part !== '..'
  return path.split('/').every(isPart) && !/\0|\p{Cs}/u.test(path) && bytesOf(path) <= MAX_BYTES
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
