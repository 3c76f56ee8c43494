import { expect, test } from 'vitest'
import { isAllowedTarget, redirectTarget } from './redirect-target.js'

const siteUrl = 'https://app.example.com'
const allowList = [
  'https://exact.example.com/back',
  'https://*.preview.example.com/**',
  'http://localhost:*/*',
  'myapp://callback',
  'https://docs.example.com/{en,de}/*',
  'https://one.example.com/app/*',
]
const isAllowed = (asked: string) => isAllowedTarget(asked, { siteUrl, allowList })

test.each([
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com:443/welcome?x=1#top',
  'https://APP.example.com/welcome',
  'https://exact.example.com/back',
  'https://exact.example.com/back#part',
  'https://one.preview.example.com/',
  'https://one.preview.example.com/a/b.html?c=d',
  'http://localhost:5173/callback',
  'myapp://callback',
  'https://docs.example.com/de/start',
  'https://one.example.com/app/page',
])('%s is allowed', (asked) => expect(isAllowed(asked)).toBe(true))

test.each([
  ['another site', 'https://evil.com'],
  ['a script', 'javascript:alert(1)'],
  ['a script that looks like an address', 'javascript://app.example.com/%0aalert(1)'],
  ['data', 'data:text/html,x'],
  ['a name before the host', 'https://app.example.com@evil.com/'],
  ['a name and password before the host', 'https://app.example.com:x@evil.com/'],
  ['a backslash', 'https://evil.com\\.app.example.com/'],
  ['a backslash instead of a slash', 'https:\\\\app.example.com'],
  ['a backslash behind the host', 'https://app.example.com\\@evil.com'],
  ['a host that begins alike', 'https://app.example.com.evil.com/'],
  ['a host that ends alike', 'https://evilapp.example.com/'],
  ['an encoded dot', 'https://app%2eexample.com/'],
  ['an encoded letter', 'https://%61pp.example.com/'],
  ['a letter of another alphabet', 'https://аpp.example.com/'],
  ['full-width letters', 'https://ａpp.example.com/'],
  ['no scheme', '//app.example.com'],
  ['a path alone', '/welcome'],
  ['another scheme', 'http://app.example.com'],
  ['another port', 'https://app.example.com:8443/'],
  ['a tab', 'https://app.example.com\t/'],
  ['a line end', 'https://app.example.com/\r\nset-cookie: a=b'],
  ['a space before', ' https://app.example.com'],
  ['a star that would need a dot', 'https://a.b.preview.example.com/'],
  ['a path in place of a host', 'https://evil.com/x.preview.example.com/'],
  ['a query in place of a host', 'https://evil.com?.preview.example.com/'],
  ['a fragment in place of a host', 'https://evil.com#.preview.example.com/'],
  ['dots that leave the folder', 'https://one.example.com/app/../admin'],
  ['encoded dots that leave the folder', 'https://one.example.com/app/%2e%2e/admin'],
  ['a deeper path than one star', 'https://one.example.com/app/a/b'],
  ['another path than the exact one', 'https://exact.example.com/back/'],
  ['an app address that begins alike', 'myapp://callback.evil'],
  ['another word of a choice', 'https://docs.example.com/fr/start'],
  ['too long', `https://app.example.com/${'x'.repeat(2000)}`],
])('%s is not allowed', (_, asked) => expect(isAllowed(asked)).toBe(false))

test('what is not allowed, or not asked for, leads to the site', () => {
  const to = (asked?: string) => redirectTarget(asked, { siteUrl, allowList })
  expect([to(), to(''), to('https://evil.com'), to('myapp://callback')]).toEqual([
    siteUrl,
    siteUrl,
    siteUrl,
    'myapp://callback',
  ])
})

test('two stars in the place of a host stay in the host', () => {
  const allowed = (asked: string) =>
    isAllowedTarget(asked, { siteUrl, allowList: ['https://**.example.org/**'] })
  expect(allowed('https://a.b.example.org/x')).toBe(true)
  expect(allowed('https://evil.com/.example.org/x')).toBe(false)
})
