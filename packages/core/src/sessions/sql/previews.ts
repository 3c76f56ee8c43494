/** Feature previews: flags that every user may switch. The choice is kept per profile, on this device. */
import type { Profile, RuntimeConfig } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { KeyValueStorage } from '../../ports/index.js'

export interface Preview {
  flag: string
  title: string
  isOn: boolean
}

/** Features that users may try before they are released. A choice is stored on this device, by profile. */
export interface Previews extends Disposable {
  /** Those that the platform offers now. */
  readonly $previews: ReadableAtom<Preview[]>
  /** The platform's flags with the caller's choices applied; undefined while unknown. */
  readonly $flags: ReadableAtom<Readonly<Record<string, boolean>> | undefined>
  set(flag: string, isOn: boolean): void
}

type Choices = Readonly<Record<string, boolean>>

export function createPreviews({
  storage,
  $runtime,
  $profile,
}: {
  storage: KeyValueStorage
  $runtime: ReadableAtom<Remote<RuntimeConfig>>
  $profile: ReadableAtom<Remote<Profile>>
}): Previews {
  /** Counts up when a choice changes, here or in another window. */
  const $version = atom(0)
  const changed = () => $version.set($version.get() + 1)
  const stop = storage.subscribe?.((key) => key.startsWith(KEY) && changed())
  const $choices = computed([$profile, $version], (profile): Choices =>
    profile.status === 'ready' ? choicesIn(storage.get(KEY + profile.data.id)) : {},
  )
  const $previews = computed([$runtime, $choices], (runtime, choices): Preview[] => {
    if (runtime.status !== 'ready') return []
    const { previews = [], flags } = runtime.data
    return previews.map(({ flag, title }) => ({
      flag,
      title,
      isOn: choices[flag] ?? flags[flag] ?? false,
    }))
  })
  return {
    $previews,
    $flags: computed([$runtime, $previews], (runtime, previews) => {
      if (runtime.status !== 'ready') return undefined
      return { ...runtime.data.flags, ...Object.fromEntries(previews.map(({ flag, isOn }) => [flag, isOn])) }
    }),
    set(flag, isOn) {
      const profile = $profile.get()
      if (profile.status !== 'ready') return
      storage.set(KEY + profile.data.id, JSON.stringify({ ...$choices.get(), [flag]: isOn }))
      changed()
    },
    dispose: () => stop?.(),
  }
}

const KEY = 'basedeck:previews:'

/** Anything that another version or hand wrote is ignored. */
function choicesIn(text: string | null): Choices {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean'),
    )
  } catch {
    return {}
  }
}
