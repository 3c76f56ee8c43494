/**
 * The address and key that the files of Connect contain, or placeholders while they are not known; and the tabs that
 * the dialog has.
 * @rule connect.project  @spec §2, §3, §6
 */
import type { ApiKey, EngineKind, ProjectSettings } from '@basedeck/platform-client/contract'
import { CONNECT_TABS, type ConnectTab } from './connect-catalogue.js'

const NO_ADDRESS = 'your-project-url'
const NO_KEY = 'your-anon-key'

/** The address of the project's own API. */
export function projectAddress({ app_config: app }: Pick<ProjectSettings, 'app_config'>): string {
  return app ? `${app.protocol}://${app.endpoint}` : NO_ADDRESS
}

/** A publishable key wins over anon. @param keys undefined: they may not be seen, or are not known */
export function shownProjectKey(
  keys: readonly Pick<ApiKey, 'name' | 'type' | 'api_key'>[] | undefined,
): string {
  const publishable = keys?.find(({ type, api_key }) => type === 'publishable' && api_key !== null)
  const anon = keys?.find(
    ({ type, name, api_key }) => type === 'legacy' && name === 'anon' && api_key !== null,
  )
  return publishable?.api_key ?? anon?.api_key ?? NO_KEY
}

const TAB_FLAGS: Readonly<Record<Exclude<ConnectTab, 'direct'>, string>> = {
  frameworks: 'connectFrameworks',
  mobiles: 'connectMobiles',
  orms: 'connectOrms',
}

/** The tabs that are on. A flag that is not set leaves its tab on. */
export function connectTabs(flags: Readonly<Record<string, unknown>>): readonly ConnectTab[] {
  return CONNECT_TABS.filter((tab) => tab === 'direct' || flags[TAB_FLAGS[tab]] !== false)
}

/**
 * Whether a database has a password that is set here. That of a URL is not ours, and PGlite needs one only where it opens
 * a port. @param port 0: it opens none
 */
export function hasPassword(engine: EngineKind, port: number): boolean {
  return engine === 'cluster' || (engine === 'pglite' && port !== 0)
}
