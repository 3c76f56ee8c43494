import { expect, test } from 'vitest'
import { networkKey } from './network-address.js'
import { compareKeys } from './value-order.js'

test('addresses in PostgreSQL’s order', () => {
  const texts = [
    '0.0.0.0/0',
    '9.255.0.1',
    '10.0.0.0/8',
    '10.0.0.1/8',
    '10.0.0.0/9',
    '10.0.0.0',
    '10.0.0.9',
    '10.0.0.10',
    '10.128.0.0/9',
    '255.255.255.255',
    '::/0',
    '::',
    '::1',
    '::ffff:1.2.3.4',
    '2001:db8::/32',
    '2001:db8::1',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ]
  const keys = texts.map((text) => networkKey(text) ?? null)
  expect(keys).not.toContain(null)
  expect(keys.toSorted(compareKeys)).toEqual(keys)
})

test('one address in two spellings is one', () => {
  expect(networkKey('::ffff:102:304')).toBe(networkKey('::FFFF:1.2.3.4'))
  expect(networkKey('1:0:0:0:0:0:0:2')).toBe(networkKey('1::2'))
  expect(networkKey('10.0.0.1/32')).toBe(networkKey('10.0.0.1'))
})

test.each([
  '',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.x',
  '10.0.0.1/33',
  '10.0.0.1/',
  '::/129',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8:9',
  '::g',
  'x',
])('%j is no address', (text) => {
  expect(networkKey(text)).toBeUndefined()
})
