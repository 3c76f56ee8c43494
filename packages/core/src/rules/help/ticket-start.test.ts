import { ticketBody } from '@basedeck/platform-client'
import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { ticketStart } from './ticket-start.js'

const nothing = { category: 'problem', subject: '', error: '', organization_slug: '', project_ref: '' }

test.each([
  ['nothing', '', {}],
  ['a category', '?category=dashboard_bug', { category: 'dashboard_bug' }],
  ['a category that does not exist', '?category=__proto__', {}],
  ['a project as ref', '?ref=abc', { project_ref: 'abc' }],
  ['a project as projectRef', '?projectRef=abc', { project_ref: 'abc' }],
  ['both', '?ref=a&projectRef=b', { project_ref: 'b' }],
  ['an organization', '?slug=acme', { organization_slug: 'acme' }],
  ['markup', '?subject=%3Cscript%3Ealert(1)%3C%2Fscript%3E', { subject: '<script>alert(1)</script>' }],
  ['line ends in a subject', '?subject=a%0D%0Ab%00c', { subject: 'a b c' }],
  ['marks that turn the text', '?subject=a%E2%80%AEb', { subject: 'a b' }],
  ['blanks around a long subject', `?subject=%20${'x'.repeat(100)}`, { subject: 'x'.repeat(100) }],
  ['a blank where a subject is cut', `?subject=${'x'.repeat(99)}%20y`, { subject: 'x'.repeat(99) }],
  ['an error of several lines', '?error=a%0A%20%5E%00', { error: 'a\n ^' }],
  ['what is no text', '?subject=%ff', { subject: '�' }],
])('%s', (_, search, start) => {
  expect(ticketStart(search)).toEqual({ ...nothing, ...start })
})

test('whatever the address holds can be sent', () => {
  const long = encodeURIComponent(`😀${'x\u202e\u0007'.repeat(9000)}`)
  const start = ticketStart(`?subject=${long}&error=${long}&category=${long}`)
  expect([...start.subject].length).toBeLessThanOrEqual(100)
  const { category, subject, error } = start
  expect(safeParse(ticketBody, { category, subject, error, message: 'Help' }).success).toBe(true)
})
