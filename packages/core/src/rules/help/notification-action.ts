/**
 * The address that the action of a notification opens. Addresses that could run a script, and paths that are no page
 * of the dashboard, are refused.
 * @rule notifications.action  @spec §3
 */
import type { Notification, NotificationAction } from '@basedeck/platform-client'

const UNKNOWN = '_'
const OUTSIDE = new Set(['http:', 'https:', 'mailto:'])

/** `[ref]` is the project, else `[slug]` the organization. Null: the action has no address, or none that may be opened. */
export function actionHref(
  { url }: Pick<NotificationAction, 'url'>,
  { project_ref, org_slug }: Pick<Notification['data'], 'project_ref' | 'org_slug'>,
): string | null {
  if (url === undefined) return null
  const filled = url.includes('[ref]')
    ? url.replaceAll('[ref]', encodeURIComponent(project_ref ?? UNKNOWN))
    : url.replaceAll('[slug]', encodeURIComponent(org_slug ?? UNKNOWN))
  // A second slash or a backslash would lead to another host.
  if (/^\/(?![/\\])/.test(filled) && !hasControlCharacter(filled)) return filled
  return outsideHref(filled)
}

function outsideHref(text: string): string | null {
  try {
    const { protocol, href } = new URL(text)
    return OUTSIDE.has(protocol) ? href : null
  } catch {
    return null
  }
}

/** Browsers leave tabs and line breaks out of an address: `/\t/host` is `//host`. */
function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
