import { expect, test } from 'vitest'
import { ensureOwnOrganization } from '../src/control/own-installation.js'
import { listMemberRows } from '../src/control/members.js'
import { testControl } from './test-control.js'

test('the local profile is the owner without accounts, and not a member with accounts', async () => {
  const control = await testControl()
  const organization = await ensureOwnOrganization(control, true)
  const names = async () => (await listMemberRows(control, organization)).map(({ first_name }) => first_name)
  expect(await names()).toEqual([])
  await ensureOwnOrganization(control, false)
  await ensureOwnOrganization(control, false)
  expect(await names()).toEqual(['You'])
  await ensureOwnOrganization(control, true)
  expect(await names()).toEqual([])
  await control.remove()
})
