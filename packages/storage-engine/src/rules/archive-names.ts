/**
 * The names of files in an archive: such that every system can unpack them, each into a file of its own below the chosen
 * folder. What a system refuses or treats in its own way becomes `_`.
 * @rule storage.archive-names  @spec §5
 */

/** Not allowed by Windows, or a separator there; control characters; marks that turn the text around them; half a character. */
const UNSAFE = /[\\<>:"|?*\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Windows drops them, so that `a.` would be `a`, and they alone name the folder itself or the one above. */
const ENDING = /[. ]+$/
/** Devices of Windows, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i

/** A name in an archive. */
export interface ArchiveName {
  name: string
  /** It differs from the path. */
  isChanged: boolean
}

/** One part of a path, made safe. */
export function safePart(part: string): string {
  const safe = part.replace(UNSAFE, '_').replace(ENDING, (end) => '_'.repeat(end.length))
  if (safe === '') return '_'
  return DEVICE.test(safe) ? `_${safe}` : safe
}

/** A folder of the archive: names by what they were, and those that are taken. */
class Folder {
  readonly #names = new Map<string, string>()
  readonly #folders = new Map<string, Folder>()
  readonly #taken = new Set<string>()
  readonly #counters = new Map<string, number>()

  /** The name of a folder is the same for all that it holds. */
  folder(part: string): { name: string; folder: Folder } {
    const name = this.#names.get(part) ?? this.file(part)
    this.#names.set(part, name)
    const folder = this.#folders.get(part) ?? new Folder()
    this.#folders.set(part, folder)
    return { name, folder }
  }

  file(part: string): string {
    const safe = safePart(part)
    let name = safe
    for (let counter = this.#counters.get(keyOf(safe)) ?? 1; this.#taken.has(keyOf(name)); counter++) {
      name = numbered(safe, counter)
      this.#counters.set(keyOf(safe), counter + 1)
    }
    this.#taken.add(keyOf(name))
    return name
  }
}

/** Names of one archive, in the order in which its files come: a later file gives way to an earlier one of the same name. */
export function createArchiveNames(): (path: string) => ArchiveName {
  const root = new Folder()
  return (path) => {
    const parts = path.split('/').filter((part) => part !== '')
    const file = parts.pop() ?? ''
    const names: string[] = []
    let folder = root
    for (const part of parts) {
      const found = folder.folder(part)
      names.push(found.name)
      folder = found.folder
    }
    const name = [...names, folder.file(file)].join('/')
    return { name, isChanged: name !== path }
  }
}

/** Some systems compare names without regard to case, and with composed characters. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function numbered(name: string, counter: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${counter})${name.slice(dot)}` : `${name} (${counter})`
}
