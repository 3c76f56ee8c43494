import { expect, test } from 'vitest'
import { processIn, uploadAddress, uploadIn } from './upload-address.js'

const ID = '0b1c2d3e-0000-4000-8000-000000000001'
const PROCESS = '0b1c2d3e-0000-4000-8000-000000000002'

test('an address names the upload, and the process that has what arrived', () => {
  const address = uploadAddress(ID, PROCESS)
  expect([uploadIn(address), processIn(address)]).toEqual([ID, PROCESS])
  expect([uploadIn(uploadAddress(ID, undefined)), processIn(ID)]).toEqual([ID, undefined])
})

test.each([undefined, '', '@', `${ID}x`, `../${ID}`, `${ID.slice(1)}@${PROCESS}`])(
  '%s names no upload',
  (address) => {
    expect(uploadIn(address)).toBeUndefined()
  },
)

test.each([`${ID}@`, `${ID}@x`, `${ID}@../${PROCESS}`])('%s names no process', (address) => {
  expect([uploadIn(address), processIn(address)]).toEqual([ID, undefined])
})
