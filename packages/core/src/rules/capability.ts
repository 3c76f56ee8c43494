/**
 * What a project can have, which its primary database has to be able to do.
 * @rule projects.capability  @spec §1
 */
import type { Capabilities, Capability, ProjectDatabase } from '@basedeck/platform-client/contract'

/** Undefined: the project has no primary database that is known. */
export function capabilityOf(
  databases: readonly Pick<ProjectDatabase, 'type' | 'capabilities'>[],
  capability: Capability,
): Capabilities[Capability] | undefined {
  return databases.find(({ type }) => type === 'PRIMARY')?.capabilities[capability]
}
