/** What appears in the folders of a bucket while files are uploaded into them. */
import type { TrayEntry } from './tray-entry.js'

/** Items that appear in a folder while files are uploaded into it. */
export interface ArrivingItem {
  name: string
  kind: 'file' | 'folder'
}

const ON_ITS_WAY = new Set(['waiting', 'uploading', 'paused'])

/** By folder. */
export function arrivingItems(
  entries: readonly TrayEntry[],
  ref: string,
  bucket: string,
): Map<string, ArrivingItem[]> {
  const folders = new Map<string, Map<string, ArrivingItem>>()
  for (const entry of entries) {
    if (entry.ref !== ref || entry.type !== 'queued') continue
    const { state, request } = entry.upload
    if (request.bucket !== bucket || !ON_ITS_WAY.has(state.status)) continue
    const parts = request.path.split('/')
    for (const [at, name] of parts.entries()) {
      const folder = parts.slice(0, at).join('/')
      const inside = folders.get(folder) ?? new Map<string, ArrivingItem>()
      folders.set(folder, inside)
      const kind = at < parts.length - 1 ? 'folder' : 'file'
      inside.set(`${kind} ${name}`, { name, kind })
    }
  }
  return new Map([...folders].map(([folder, inside]) => [folder, [...inside.values()]]))
}
