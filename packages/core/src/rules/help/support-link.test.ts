import { expect, test } from 'vitest'
import { supportHref, type SupportSubject } from './support-link.js'
import { ticketStart } from './ticket-start.js'

test.each<[SupportSubject, string]>([
  [{}, '/support/new?category=dashboard_bug'],
  [{ category: 'billing', slug: 'acme' }, '/support/new?category=billing&slug=acme'],
  [{ ref: 'abc', subject: 'It broke' }, '/support/new?category=dashboard_bug&ref=abc&subject=It+broke'],
  [{ error: '' }, '/support/new?category=dashboard_bug'],
])('%j leads to %s', (subject, href) => {
  expect(supportHref(subject)).toBe(href)
})

test('the support page reads back what was meant', () => {
  const error = 'Error: 100 % & <b>?\nLINE 1: select 😀'
  const { search } = new URL(supportHref({ ref: 'abc', slug: 'acme', error }), 'http://here')
  expect(ticketStart(search)).toMatchObject({ project_ref: 'abc', organization_slug: 'acme', error })
})

test('a long error does not make an address that no server takes', () => {
  expect(supportHref({ error: 'é'.repeat(100_000) }).length).toBeLessThan(8000)
})
