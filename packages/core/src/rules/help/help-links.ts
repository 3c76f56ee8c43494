/**
 * The links of the help menu: the product's own pages, support, and the addresses that the operator configured.
 * @rule shell.help  @spec §1, §2
 */
import type { RuntimeLinks } from '@basedeck/platform-client/contract'

/** Kinds of addresses that an operator may configure and that have a label here. */
export const KNOWN_LINKS = ['community', 'feedback'] as const
/** A configurable help link with a label here. */
export type KnownLink = (typeof KNOWN_LINKS)[number]

/** Shown only where branches are chosen. */
export const BRANCHING_LINK = 'branching'

/** A help link. One that `isOutside` leaves this platform. */
export type HelpTarget =
  | { kind: 'docs' | 'troubleshooting' | 'status' | 'support' | KnownLink; href: string; isOutside: boolean }
  /** The operator's label. */
  | { kind: 'other'; label: string; href: string; isOutside: true }

/**
 * The pages of help, in the order of the menu.
 * @param ref of the open project: the ticket names it
 */
export function helpTargets(ref: string | null, links: RuntimeLinks = {}): HelpTarget[] {
  const about = ref === null ? '' : `?projectRef=${encodeURIComponent(ref)}`
  const known = new Set<string>([...KNOWN_LINKS, BRANCHING_LINK])
  return [
    { kind: 'docs', href: '/docs', isOutside: false },
    { kind: 'troubleshooting', href: '/docs/troubleshooting', isOutside: false },
    { kind: 'status', href: '/status', isOutside: false },
    { kind: 'support', href: `/support/new${about}`, isOutside: false },
    ...KNOWN_LINKS.flatMap((kind) => {
      const href = links[kind]
      return href === undefined ? [] : [{ kind, href, isOutside: true }]
    }),
    ...Object.entries(links).flatMap(([label, href]) =>
      known.has(label) ? [] : [{ kind: 'other' as const, label, href, isOutside: true as const }],
    ),
  ]
}
