/**
 * What happens to the files that were chosen or dropped: which are skipped, which are rejected and why, and under which path
 * each of the others is stored. The steps are in the order of the specification.
 * @rule storage.upload-plan  @spec §5
 */
import { freeName, type NamedItem } from './duplicate-names.js'
import { storedName } from './object-names.js'

/** A file that was chosen or dropped. */
export interface UploadCandidate {
  /** Where it lies in what was dropped: `photos/2026/a.png`; its name where it lies in no folder. */
  path: string
  sizeBytes: number
}

/** A file that is uploaded. */
export interface PlannedUpload<File> {
  file: File
  /** Where it is stored, below the folder: `photos (1)/2026/a.png`. */
  path: string
}

/** Why files are not uploaded. */
export type UploadRejection<File = UploadCandidate> =
  | { reason: 'too-large'; files: readonly File[]; limitBytes: number }
  | { reason: 'empty'; files: readonly File[] }

/** What is uploaded, and what is said of the rest. */
export interface UploadPlan<File> {
  accepted: readonly PlannedUpload<File>[]
  rejected: readonly UploadRejection<File>[]
}

/** What decides over the files. */
export interface UploadSituation {
  /** The global limit of a file; null while it is unknown. */
  limitBytes: number | null
  /** What the folder holds into which the files go. */
  items: readonly NamedItem[]
}

const MAC_FOLDER_SETTINGS = '.DS_Store'

/** Plans an upload. Without accepted files nothing is uploaded. */
export function planUpload<File extends UploadCandidate>(
  files: readonly File[],
  { limitBytes, items }: UploadSituation,
): UploadPlan<File> {
  const rejected: UploadRejection<File>[] = []
  const given = files.filter(({ path }) => !path.includes('#/'))

  const isTooLarge = ({ sizeBytes }: File) => limitBytes !== null && sizeBytes > limitBytes
  const large = given.filter(isTooLarge)
  if (limitBytes !== null && large.length > 0)
    rejected.push({ reason: 'too-large', files: large, limitBytes })

  const small = given.filter((file) => !isTooLarge(file))
  const empty = small.filter(({ sizeBytes }) => sizeBytes === 0)
  if (empty.length > 0) rejected.push({ reason: 'empty', files: empty })
  const filled = small.filter(({ sizeBytes }) => sizeBytes > 0)

  const wanted = filled.filter(({ path }) => path.slice(path.lastIndexOf('/') + 1) !== MAC_FOLDER_SETTINGS)
  return { accepted: placed(wanted, items), rejected }
}

function placed<File extends UploadCandidate>(
  files: readonly File[],
  items: readonly NamedItem[],
): PlannedUpload<File>[] {
  const there = [...items]
  const folders = new Map<string, string>()
  /** Two files of one upload don't get one name either. */
  const take = (name: string, kind: 'file' | 'folder') => {
    const stored = storedName(freeName(name, there, kind))
    const free = freeName(stored, there, kind)
    there.push({ name: free })
    return free
  }
  // Folders first, so that a file of the same name gives way.
  for (const { path } of files) {
    const [top = '', ...inside] = path.split('/')
    if (inside.length > 0 && !folders.has(top)) folders.set(top, take(top, 'folder'))
  }
  return files.map((file) => {
    const [top = '', ...inside] = file.path.split('/')
    const first = inside.length > 0 ? (folders.get(top) ?? top) : take(top, 'file')
    return { file, path: [first, ...inside.map(storedName)].join('/') }
  })
}
