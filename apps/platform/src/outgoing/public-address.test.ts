import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.js'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'fe80::1%lo',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1.1.1.1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:db8::1',
  '2a00::5efe:127.0.0.1',
  '2a00::200:5efe:10.0.0.1',
  '3fff::1',
  '100::1',
  '4000::1',
  'localhost',
  '',
  '127.1',
  '010.0.0.1',
])('%s is refused', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
  '2002:101:101::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test('an address of this machine is refused in each spelling', () => {
  const own = ['1.2.3.4', '2a00:1::1', 'fe80::1%eth0']
  for (const address of ['1.2.3.4', '::ffff:1.2.3.4', '2002:102:304::', '64:ff9b::1.2.3.4', '2a00:1:0:0::1'])
    expect(isPublicAddress(address, own)).toBe(false)
  for (const address of ['1.2.3.5', '2a00:1::2']) expect(isPublicAddress(address, own)).toBe(true)
})
