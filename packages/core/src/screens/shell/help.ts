/** Where help is found, in words. */
import type { RuntimeLinks } from '@basedeck/platform-client'
import { helpTargets } from '../../rules/help/help-links.js'
import { shellText } from '../../text/shell.js'

export interface HelpLink {
  key: string
  label: string
  href: string
  /** Not a page of the dashboard. */
  isOutside: boolean
}

/** @param ref of the open project: the ticket names it */
export function helpLinks(ref: string | null, links?: RuntimeLinks): HelpLink[] {
  return helpTargets(ref, links).map((target) => ({
    key: target.kind === 'other' ? `other ${target.label}` : target.kind,
    label: target.kind === 'other' ? target.label : shellText.help[target.kind],
    href: target.href,
    isOutside: target.isOutside,
  }))
}
