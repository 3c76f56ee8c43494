/**
 * For which site security keys and passkeys of a project are made, and which pages may ask for them. The page never decides:
 * a key that was made for one site must not open another one.
 * @rule auth.relying-party  @spec §2
 */

/** The settings that it depends on. */
export interface RelyingPartySettings {
  site_url: string
  uri_allow_list: readonly string[]
  /** Empty: the host of `site_url`. */
  webauthn_rp_id: string
  /** Empty: the site, and what `uri_allow_list` names of its host. */
  webauthn_rp_origins: readonly string[]
  /** Empty: the site's host. */
  webauthn_rp_display_name: string
}

/** A site as authenticators know it. */
export interface RelyingParty {
  /** A host without scheme and port. */
  id: string
  name: string
  /** Scheme, host and port. */
  origins: readonly string[]
}

/** Null: `site_url` has no host, and nothing else names one. */
export function relyingParty(settings: RelyingPartySettings): RelyingParty | null {
  const site = webAddress(settings.site_url)
  const id = settings.webauthn_rp_id || site?.hostname
  if (id === undefined || id === '') return null
  const derived = [settings.site_url, ...settings.uri_allow_list.filter(hasPlainHost)]
  const asked = settings.webauthn_rp_origins.length > 0 ? settings.webauthn_rp_origins : derived
  const origins = asked
    .map(webAddress)
    .filter((address) => address !== undefined && isWithin(address.hostname, id))
    .flatMap((address) => (address ? [address.origin] : []))
  return { id, name: settings.webauthn_rp_display_name || id, origins: [...new Set(origins)] }
}

/** A key that is made for a host works on its subdomains too. */
export function isWithin(host: string, id: string): boolean {
  return host === id || host.endsWith(`.${id}`)
}

/** An entry whose host has a glob names many hosts. */
function hasPlainHost(entry: string): boolean {
  return !/[*?[\]{}]/.test(entry.replace(/^([a-z]+:\/\/[^/]*).*$/i, '$1'))
}

function webAddress(text: string): { hostname: string; origin: string } | undefined {
  const [, scheme, hostname, port = ''] = /^(https?):\/\/([^/?#:@\s]+)(:\d{1,5})?([/?#]|$)/i.exec(text) ?? []
  if (scheme === undefined || hostname === undefined) return undefined
  const usual = scheme.toLowerCase() === 'https' ? ':443' : ':80'
  const host = hostname.toLowerCase()
  return { hostname: host, origin: `${scheme.toLowerCase()}://${host}${port === usual ? '' : port}` }
}
