/**
 * Which engines may run the database of a new project, and why one may not.
 * @rule projects.engine-choices  @spec §1
 */
import type { EngineKind, InstallationCapabilities } from '@basedeck/platform-client/contract'

/** An engine for a new project's database, and why it can't be chosen where it can't. */
export interface EngineChoice {
  engine: Exclude<EngineKind, 'postgres'>
  /** The engine of a database that does not name one. */
  isDefault: boolean
  /** Why it can't be chosen, as the platform says it; absent: it can. */
  refusal?: string
}

/** In the platform's order, the best one first. A server that runs elsewhere is added by its URL, not chosen here. */
export function engineChoices({ engine, engines }: InstallationCapabilities): EngineChoice[] {
  return engines.flatMap((offer): EngineChoice[] => {
    if (offer.kind === 'postgres') return []
    const choice = { engine: offer.kind, isDefault: offer.kind === engine }
    return [offer.available ? choice : { ...choice, refusal: offer.reason }]
  })
}
