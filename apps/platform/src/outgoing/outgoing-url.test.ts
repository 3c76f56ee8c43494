import { expect, test } from 'vitest'
import { readCall, readUrl, redirected } from './outgoing-url.js'

test.each([
  'file:///etc/passwd',
  'gopher://example.com/_x',
  'ftp://example.com/',
  'data:text/plain,x',
  'javascript:1',
  'unix:/run/docker.sock',
  'ws://example.com',
])('the scheme of %s is refused', (url) =>
  expect(() => readUrl(url)).toThrow(expect.objectContaining({ reason: 'scheme-refused' })),
)

test.each([
  'https://example.com/\r\nx-injected: 1',
  'https://example.com/\nGET / HTTP/1.1',
  'https://exam\tple.com/',
  'https://example.com/a b',
  ' https://example.com/',
  'https:\\\\example.com\\@127.0.0.1/',
  'https://',
  'example.com',
  `https://example.com/${'x'.repeat(4096)}`,
])('%j is no address', (url) =>
  expect(() => readUrl(url)).toThrow(expect.objectContaining({ reason: 'url-invalid' })),
)

test('a line break that is percent-encoded stays so', () => {
  expect(readUrl('https://example.com/%0d%0ax:%201').pathname).toBe('/%0d%0ax:%201')
})

test.each([
  ['x', 'a\r\nb: c'],
  ['x\r\ny', 'a'],
  ['x y', 'a'],
  ['', 'a'],
  ['x', '\0'],
  ['Host', 'metadata'],
  ['Content-Length', '0'],
  ['transfer-encoding', 'chunked'],
  ['Connection', 'x'],
  ['Upgrade', 'websocket'],
])('the header %j: %j is refused', (name, value) =>
  expect(() => readCall('https://example.com', 'GET', { [name]: value }, undefined)).toThrow(
    expect.objectContaining({ reason: 'header-invalid' }),
  ),
)

const SECRETS = { apikey: 'hush', cookie: 'a=b', accept: 'text/plain', 'content-type': 'text/plain' }
const post = readCall('https://me:p%40ss@example.com/a?b#c', 'POST', SECRETS, 'body')

test('a name and a password become a header', () => {
  expect(post.url.href).toBe('https://example.com/a?b')
  expect(post.headers).toEqual({ ...SECRETS, authorization: `Basic ${btoa('me:p@ss')}` })
})

test('credentials and the body stay with their origin', () => {
  expect(redirected(post, 308, '/other')).toMatchObject({
    method: 'POST',
    body: 'body',
    headers: post.headers,
  })
  expect(redirected(post, 303, 'https://other.example/')).toMatchObject({
    method: 'GET',
    body: undefined,
    headers: { accept: 'text/plain' },
  })
  for (const other of ['https://other.example/', 'https://example.com:8443/'])
    expect(() => redirected(post, 307, other)).toThrow(
      expect.objectContaining({ reason: 'redirect-refused' }),
    )
})

test.each([
  ['http://example.com/', 'redirect-refused'],
  ['file:///etc/passwd', 'scheme-refused'],
  ['gopher://example.com/', 'scheme-refused'],
  ['https://[', 'url-invalid'],
])('a redirect to %s is refused: %s', (location, reason) =>
  expect(() => redirected({ ...post, method: 'GET', body: undefined }, 302, location)).toThrow(
    expect.objectContaining({ reason }),
  ),
)

test('an answer that is no redirect leads nowhere', () => {
  expect(redirected(post, 200, '/x')).toBeUndefined()
  expect(redirected(post, 304, '/x')).toBeUndefined()
  expect(redirected(post, 302, undefined)).toBeUndefined()
})
