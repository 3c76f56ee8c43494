/** Where help is found. */
import { shellText } from '../../text/shell.js'

export interface HelpLink {
  key: string
  label: string
  href: string
  /** Not a page of the dashboard. */
  isOutside: boolean
}

/** @param ref of the open project: the ticket names it */
export function helpLinks(ref: string | null): HelpLink[] {
  const about = ref === null ? '' : `?projectRef=${encodeURIComponent(ref)}`
  return [
    { key: 'status', label: shellText.help.status, href: '/healthz', isOutside: true },
    { key: 'support', label: shellText.help.support, href: `/support/new${about}`, isOutside: false },
  ]
}
