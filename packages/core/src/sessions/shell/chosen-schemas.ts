/** The schema that was chosen last in each project, on this device: the lists of its catalogue start with it. */
import type { KeyValueStorage } from '../../ports/index.js'

export interface ChosenSchemas {
  /** Null: none was chosen yet. */
  of(ref: string): string | null
  choose(ref: string, schema: string): void
}

export function createChosenSchemas(storage: KeyValueStorage): ChosenSchemas {
  const keyOf = (ref: string) => `basedeck:schema:${ref}`
  return {
    of: (ref) => storage.get(keyOf(ref)),
    choose: (ref, schema) => void storage.set(keyOf(ref), schema),
  }
}
