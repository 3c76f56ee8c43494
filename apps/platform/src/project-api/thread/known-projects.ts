/**
 * Remembers projects and keys between calls, as long as the platform has written nothing: asking it for each call would take
 * longer than the call. Only where no other process can change them.
 */
import { boundedMap } from '../../kernel/bounded-map.js'
import type { StorageHost } from '../../objects/storage-host.js'

type AskedHost = Pick<StorageHost, 'project' | 'apiKey'>

export interface KnownProjects extends AskedHost {
  /** The platform wrote something. */
  forget(): void
}

const MOST = 2000
/** Milliseconds after which it is asked again, whatever was told. */
const KEPT_MS = 5000

interface Known<Value> {
  value: Promise<Value>
  until: number
}

export function createKnownProjects(host: AskedHost): KnownProjects {
  const project = remembered(host.project)
  const apiKey = remembered(host.apiKey)
  return {
    project: project.ask,
    apiKey: apiKey.ask,
    forget() {
      project.forget()
      apiKey.forget()
    },
  }
}

function remembered<Asked extends string[], Value>(ask: (...asked: Asked) => Promise<Value>) {
  let known = boundedMap<Known<Value>>(MOST)
  return {
    ask(...asked: Asked): Promise<Value> {
      const key = asked.join(' ')
      const found = known.get(key)
      const now = performance.now()
      if (found && found.until > now) return found.value
      const value = ask(...asked)
      known.set(key, { value, until: now + KEPT_MS })
      value.catch(() => known.delete(key))
      return value
    },
    forget(): void {
      known = boundedMap<Known<Value>>(MOST)
    },
  }
}
