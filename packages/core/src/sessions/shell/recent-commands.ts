/** What was chosen in the command menu last, for each person of this browser. */
import type { KeyValueStorage } from '../../ports/index.js'

export interface RecentCommand {
  key: string
  label: string
  /** The address it opens; absent for an action, which its key identifies. */
  href?: string
  detail?: string
}

const MAX = 6

export interface RecentCommands {
  list(): RecentCommand[]
  add(command: RecentCommand): void
}

/** @param owner the profile's id of the current user; undefined without accounts */
export function createRecentCommands(storage: KeyValueStorage, owner: string | undefined): RecentCommands {
  const key = `basedeck:recent-commands${owner === undefined ? '' : `:@${owner}`}`
  const list = () => commandsIn(storage.get(key))
  return {
    list,
    add(command) {
      const others = list().filter((other) => other.key !== command.key)
      storage.set(key, JSON.stringify([command, ...others].slice(0, MAX)))
    },
  }
}

/** Anything that another version or hand wrote is ignored. */
function commandsIn(text: string | null): RecentCommand[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isCommand).slice(0, MAX) : []
  } catch {
    return []
  }
}

function isCommand(value: unknown): value is RecentCommand {
  if (typeof value !== 'object' || value === null) return false
  const { key, label, href, detail } = value as Record<string, unknown>
  // Only a path of this origin.
  const isHref = href === undefined || (typeof href === 'string' && /^\/(?![/\\])/.test(href))
  return (
    typeof key === 'string' &&
    typeof label === 'string' &&
    isHref &&
    (detail === undefined || typeof detail === 'string')
  )
}
