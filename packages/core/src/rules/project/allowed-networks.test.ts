import { expect, test } from 'vitest'
import { typedNetworks, withAddress } from './allowed-networks.js'

test.each([
  ['', []],
  ['\n \n', []],
  ['10.1.2.3/8\n\n 192.0.2.7 \n', ['10.0.0.0/8', '192.0.2.7/32']],
  ['10.0.0.0/8\n10.9.9.9/8', ['10.0.0.0/8']],
])('%j holds the networks %j', (typed, networks) => {
  expect(typedNetworks(typed)).toEqual({ type: 'networks', networks })
})

test('the first line that is no network is told', () => {
  expect(typedNetworks('10.0.0.0/8\n\n10.0.0.0/33\nx')).toEqual({
    type: 'wrong',
    line: 3,
    typed: '10.0.0.0/33',
  })
})

test.each([
  ['', '192.0.2.7', '192.0.2.7/32'],
  ['10.0.0.0/8\n', '2001:db8::1', '10.0.0.0/8\n2001:db8::1/128'],
  ['192.0.2.7', '192.0.2.7', null],
  ['x', null, null],
  ['', 'somewhere', null],
])('%j with %j is %j', (typed, address, becomes) => {
  expect(withAddress(typed, address)).toBe(becomes)
})
