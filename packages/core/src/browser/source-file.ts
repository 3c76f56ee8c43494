/** Files of the page for uploads: chosen in a dialog, or dropped with all of their folders. */
import { chosenFiles } from './file-dialog.js'
import type { UploadSource } from '../ports/index.js'

/**
 * A file of the page, whose bytes are read when they are sent.
 * @param path where it lies in what was chosen or dropped
 */
export function uploadSource(file: File, path: string = file.webkitRelativePath || file.name): UploadSource {
  return {
    path,
    sizeBytes: file.size,
    type: file.type,
    modifiedMs: file.lastModified,
    read: async (start, end) => file.slice(start, end),
  }
}

/** Files that were chosen in the browser's dialog; null: none were. */
export async function chooseMany(what: 'files' | 'folder'): Promise<readonly UploadSource[] | null> {
  const files = await chosenFiles((input) => {
    input.multiple = true
    input.webkitdirectory = what === 'folder'
  })
  return files && files.map((file) => uploadSource(file))
}

/**
 * All files of a drop, those inside of its folders too. Call it in the handler of the drop: afterwards the browser forgets
 * what was dropped.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<UploadSource[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))
  if (entries.length === 0) return [...files].map((file) => uploadSource(file))
  const found: UploadSource[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: UploadSource[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.push(uploadSource(file, entry.fullPath.replace(/^\//, '')))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives at most a hundred entries at a time, and none at its end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const inner of some) await collect(inner, found)
  }
}
