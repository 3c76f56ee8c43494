import { expect, test } from 'vitest'
import { isAllowedHost, readAllowedHosts } from './allowed-hosts.js'

const LIST = 'mail.internal, localhost:8025,10.1.2.3:2525,10.2.0.0/16,fd00::/8,[::1]:8080'

test.each([
  ['mail.internal', '192.168.0.9', 25, true],
  ['MAIL.internal.', '192.168.0.9', 25, true],
  ['other.internal', '192.168.0.9', 25, false],
  ['xmail.internal', '192.168.0.9', 25, false],
  ['localhost', '127.0.0.1', 8025, true],
  ['localhost', '127.0.0.1', 8026, false],
  ['name.example', '127.0.0.1', 8025, false],
  ['10.1.2.3', '10.1.2.3', 2525, true],
  ['10.1.2.3', '10.1.2.3', 22, false],
  ['10.1.2.4', '10.1.2.4', 2525, false],
  ['name.example', '10.2.255.1', 443, true],
  ['name.example', '10.3.0.1', 443, false],
  ['name.example', '::ffff:10.2.0.1', 443, true],
  ['name.example', 'fd12::1', 443, true],
  ['::1', '::1', 8080, true],
  ['::1', '::1', 80, false],
])('%s at %s, port %i: %s', (host, address, port, isAllowed) =>
  expect(isAllowedHost(readAllowedHosts(LIST), host, address, port)).toBe(isAllowed),
)

test.each([undefined, '', ' , '])('nothing is allowed by %j', (text) =>
  expect(readAllowedHosts(text)).toEqual([]),
)

test.each([
  'https://mail.internal',
  'mail.internal/path',
  'mail.internal:0',
  'mail.internal:65536',
  'mail.internal/8',
  '10.0.0.0/33',
  'fd00::/129',
  'user@host',
  'a b',
  '10.1',
  '0x7f.1',
  '[fd00::1',
  '*',
])('%s is refused with a sentence', (word) =>
  expect(() => readAllowedHosts(word)).toThrow('--allow-outgoing-hosts must be hosts'),
)
