/**
 * What a project can be extended with, and how each stands in this database: only what is here or can be installed here is
 * listed, and what the operator does not use is left out by its flag.
 * @rule integrations.catalogue  @spec §2
 */
import type { Extension } from '@basedeck/platform-client/contract'
import type { MenuFlag, MenuFlags } from '../shell/menu-flags.js'

/** By what the catalogue is narrowed. */
export type IntegrationCategory = 'project' | 'database' | 'wrapper'

interface IntegrationData {
  category: IntegrationCategory
  /** What it is in the database. Null: it is a part of the platform. */
  extension: string | null
  flag: MenuFlag
}

/** Every integration, by its part of addresses, in the order of the catalogue. */
export const INTEGRATIONS = {
  vault: { category: 'project', extension: null, flag: 'integrationVault' },
  git: { category: 'project', extension: null, flag: 'integrationGit' },
  webhooks: { category: 'database', extension: null, flag: 'integrationWebhooks' },
  cron: { category: 'database', extension: null, flag: 'integrationCron' },
  queues: { category: 'database', extension: 'pgmq', flag: 'integrationQueues' },
  graphql: { category: 'database', extension: 'pg_graphql', flag: 'integrationGraphql' },
  wrappers: { category: 'wrapper', extension: 'wrappers', flag: 'integrationWrappers' },
  postgres_fdw: { category: 'wrapper', extension: 'postgres_fdw', flag: 'integrationWrappers' },
  file_fdw: { category: 'wrapper', extension: 'file_fdw', flag: 'integrationWrappers' },
} as const satisfies Record<string, IntegrationData>

/** The name of an integration: its part of addresses. */
export type IntegrationName = keyof typeof INTEGRATIONS

/**
 * - `here`: a part of the platform
 * - `installed`, `available`: an extension; one who may change the database installs it
 * - `closed`: the server has the extension, and `reason` says why it can't be installed
 * - `absent`: the server does not have it, or the operator turned it off
 */
export type IntegrationState =
  | { type: 'here' }
  | { type: 'installed' | 'available'; extension: Extension }
  | { type: 'closed'; extension: Extension; reason: string }
  | { type: 'absent' }

/** @param extensions those of the project's server */
export function integrationState(
  name: IntegrationName,
  extensions: readonly Extension[],
  flags: MenuFlags,
): IntegrationState {
  const { extension: wanted, flag }: IntegrationData = INTEGRATIONS[name]
  if (!flags[flag]) return { type: 'absent' }
  if (wanted === null) return { type: 'here' }
  const extension = extensions.find((one) => one.name === wanted)
  if (!extension) return { type: 'absent' }
  if (extension.installed_version !== null) return { type: 'installed', extension }
  const { closed_because: reason } = extension
  return reason === null ? { type: 'available', extension } : { type: 'closed', extension, reason }
}

/** Those that are listed, in the order of the catalogue. */
export function listedIntegrations(
  extensions: readonly Extension[],
  flags: MenuFlags,
): { name: IntegrationName; category: IntegrationCategory; state: IntegrationState }[] {
  return (Object.keys(INTEGRATIONS) as IntegrationName[])
    .map((name) => ({
      name,
      category: INTEGRATIONS[name].category,
      state: integrationState(name, extensions, flags),
    }))
    .filter(({ state }) => state.type !== 'absent')
}

/** The integration that a part of an address names. */
export function integrationNamed(word: string): IntegrationName | undefined {
  return Object.hasOwn(INTEGRATIONS, word) ? (word as IntegrationName) : undefined
}

/** The category that the address names; null: all. */
export function integrationCategory(search: string): IntegrationCategory | null {
  const given = new URLSearchParams(search).get('category')
  return given === 'project' || given === 'database' || given === 'wrapper' ? given : null
}
