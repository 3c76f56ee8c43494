/**
 * Features of a project that depend on its primary database.
 * @rule projects.capability  @spec §1
 */
import type { Capabilities, Capability, ProjectDatabase } from '@basedeck/platform-client/contract'

/** Undefined: the primary database is not known. */
export function capabilityOf(
  databases: readonly Pick<ProjectDatabase, 'type' | 'capabilities'>[],
  capability: Capability,
): Capabilities[Capability] | undefined {
  return databases.find(({ type }) => type === 'PRIMARY')?.capabilities[capability]
}
