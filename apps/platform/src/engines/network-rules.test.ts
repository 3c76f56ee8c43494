import { expect, test } from 'vitest'
import { ALL_ALLOWED, FROM_THIS_MACHINE, withNetworkRules, withOtherMachines } from './network-rules.js'

const WRITTEN = withOtherMachines(`local  all  postgres  trust\n${FROM_THIS_MACHINE}\n`)
const LIST = { allowedCidrs: ['10.0.0.0/8', '2001:db8::/32'], enforceSsl: false }

const linesOf = (text: string | undefined) =>
  (text ?? '').split('\n').filter((line) => line.startsWith('host'))

test('all are let in as long as there is no list', () => {
  expect(withNetworkRules(WRITTEN, ALL_ALLOWED)).toBe(WRITTEN)
  expect(withOtherMachines(WRITTEN)).toBe(WRITTEN)
})

test('a list lets only its networks in, and this machine', () => {
  expect(linesOf(withNetworkRules(WRITTEN, LIST))).toEqual([
    'host   all  all  127.0.0.1/32  scram-sha-256',
    'hostssl  all  basedeck_admin  all  reject',
    'hostssl  all  all  ::1/128  scram-sha-256',
    'hostssl  all  all  10.0.0.0/8  scram-sha-256',
    'hostssl  all  all  2001:db8::/32  scram-sha-256',
  ])
})

test('where encryption is enforced, only the platform’s own logins go without', () => {
  expect(linesOf(withNetworkRules(WRITTEN, { allowedCidrs: [], enforceSsl: true }))).toEqual([
    'host   all  basedeck_admin,basedeck_reader,authenticator,basedeck_pooler  127.0.0.1/32  scram-sha-256',
    'hostssl  all  all  127.0.0.1/32  scram-sha-256',
    'hostssl  all  basedeck_admin  all  reject',
    'hostssl  all  all  all  scram-sha-256',
  ])
})

test('rules are replaced by others, and by none', () => {
  const both = { ...LIST, enforceSsl: true }
  const strict = withNetworkRules(WRITTEN, both) ?? ''
  expect(withNetworkRules(strict, both)).toBe(strict)
  expect(withNetworkRules(strict, LIST)).toBe(withNetworkRules(WRITTEN, LIST))
  expect(withNetworkRules(strict, ALL_ALLOWED)).toBe(WRITTEN)
})

test('lines of the operator stay, and rules that are the operator’s own are not touched', () => {
  const more = `${WRITTEN}\n# Mine\nhost  shop  shop  10.1.0.0/16  md5\n`
  expect(withNetworkRules(more, LIST)).toContain('\n# Mine\nhost  shop  shop  10.1.0.0/16  md5\n')
  expect(withNetworkRules('host  all  all  0.0.0.0/0  md5\n', LIST)).toBeUndefined()
})
