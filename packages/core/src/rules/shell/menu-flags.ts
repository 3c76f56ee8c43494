/**
 * The flags that the frame reads: their names at the platform, and their defaults. An unknown
 * flag changes nothing.
 * @rule menus.flags  @spec §1, §2
 */
const DEFAULTS = {
  /** Logs open as one page, not as the explorer. */
  unifiedLogs: true,
  authEnabled: true,
  authProviders: true,
  authRateLimits: true,
  authEmails: true,
  authMfa: true,
  authProtection: true,
  authHooks: true,
  authAuditLogs: true,
  authAdvanced: true,
  storageEnabled: true,
  functionsEnabled: true,
  /** Replication has two: whether the menu shows it, and whether it can be used. CLARIFICATIONS "Menus". */
  replicationShown: true,
  replicationEnabled: false,
  rolesShown: true,
  columnPrivileges: true,
  logDrains: true,
  /** Each integration of a project; the two of files and tokens are of organizations. */
  integrationVault: true,
  integrationGit: true,
  integrationWebhooks: true,
  integrationCron: true,
  integrationQueues: true,
  integrationGraphql: true,
  integrationWrappers: true,
  organizationApps: true,
  organizationDocuments: true,
  legacyJwtKeys: true,
  /** A page that is open for long prompts for a refresh. */
  refreshToast: true,
}

/** A flag of the platform that the menus read. */
export type MenuFlag = keyof typeof DEFAULTS
/** Every flag that the menus read, with a value. */
export type MenuFlags = Readonly<Record<MenuFlag, boolean>>

/**
 * The flags of the menus, each with the platform's value, or its default where that is not a boolean.
 * @param given the platform's flags; undefined while unknown
 */
export function menuFlags(given: Readonly<Record<string, unknown>> = {}): MenuFlags {
  const flags = { ...DEFAULTS }
  for (const name of Object.keys(DEFAULTS) as MenuFlag[]) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof value === 'boolean') flags[name] = value
  }
  return flags
}
