import { expect, test } from 'vitest'
import { helpTargets } from './help-links.js'

test('the product’s own pages and support are always there, and the ticket names the open project', () => {
  expect(helpTargets('a/b')).toEqual([
    { kind: 'docs', href: '/docs', isOutside: false },
    { kind: 'troubleshooting', href: '/docs/troubleshooting', isOutside: false },
    { kind: 'status', href: '/status', isOutside: false },
    { kind: 'support', href: '/support/new?projectRef=a%2Fb', isOutside: false },
  ])
  expect(helpTargets(null).at(-1)).toEqual({ kind: 'support', href: '/support/new', isOutside: false })
})

test('configured addresses follow: known kinds first, then the operator’s own; branching is not among them', () => {
  const links = {
    Runbook: 'https://wiki.example.com',
    feedback: 'mailto:a@example.com',
    branching: 'https://example.com/b',
    community: 'https://example.com/c',
  }
  expect(helpTargets(null, links).slice(4)).toEqual([
    { kind: 'community', href: 'https://example.com/c', isOutside: true },
    { kind: 'feedback', href: 'mailto:a@example.com', isOutside: true },
    { kind: 'other', label: 'Runbook', href: 'https://wiki.example.com', isOutside: true },
  ])
})
