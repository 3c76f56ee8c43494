/**
 * Which role the runs of a project use. It is in memory only: after a reload runs use the owner, and another person never
 * inherits it.
 * @spec §6 (role impersonation)
 */
import type { ImpersonatedRole } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'

export interface RunRole {
  role: ImpersonatedRole
  /** For display: `anon`, `ada@example.com`. */
  label: string
}

export interface Impersonation {
  /** By project; a project without an entry runs as the owner. */
  readonly $all: ReadableAtom<Readonly<Record<string, RunRole>>>
  /** Null: the owner. */
  of(ref: string): ReadableAtom<RunRole | null>
  /** @param role null: back to the owner */
  act(ref: string, role: RunRole | null): void
  /** Ends the impersonation in every project. */
  forget(): void
}

export function createImpersonation(): Impersonation {
  const $all = atom<Readonly<Record<string, RunRole>>>({})
  return {
    $all,
    of: (ref) => computed($all, (all) => all[ref] ?? null),
    act(ref, role) {
      const { [ref]: _before, ...others } = $all.get()
      $all.set(role ? { ...others, [ref]: role } : others)
    },
    forget: () => $all.set({}),
  }
}
