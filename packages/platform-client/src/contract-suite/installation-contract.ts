/** The contract of administrators: accounts, members and settings of a whole installation, as one sequence of tests. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  acceptInvitation,
  createInvitation,
  createTicket,
  deleteAccount,
  getInstallationSettings,
  listAccounts,
  listAllOrganizations,
  listInstallationAudit,
  listMembers,
  listTickets,
  removeMember,
  resetAccountFactors,
  setUp,
  signIn,
  signOut,
  updateAccount,
  updateInstallationSettings,
  updateMember,
} from '../contract/index.js'
import type { AccountsBench } from './accounts-contract.js'
import { refusal } from './refusal.js'

const OWNER = { email: 'owner@example.com', password: 'correct horse battery' }
const NORA = { email: 'nora@example.com', password: 'a good long password' }
const UNKNOWN = '00000000-0000-4000-8000-00000000ffff'

/**
 * Registers the tests of what administrators do. They are a sequence: each continues where the one before ended.
 * @param connect gives the same fresh platform in each test
 */
export function describeInstallationContract(
  name: string,
  connect: () => Pick<AccountsBench, 'client' | 'setupCode' | 'mailedInvitation'>,
): void {
  describe(`${name} keeps the contract of administrators`, () => {
    const call: Client['call'] = (...args) => connect().client.call(...args)
    const accountOf = async (email: string) => {
      const { accounts } = await call(listAccounts, { query: { search: email.toUpperCase() } })
      const [account] = accounts
      if (!account || accounts.length > 1) throw new Error(`Not one account has the address ${email}`)
      return account
    }
    let slug = ''

    test('only an administrator sees the installation', async () => {
      await call(setUp, {
        body: {
          ...OWNER,
          first_name: 'Olga',
          organization_name: 'Acme',
          setup_code: connect().setupCode,
        },
      })
      const { organizations } = await call(listAllOrganizations, { query: { search: 'ACME' } })
      expect(organizations).toMatchObject([{ name: 'Acme', members: 1, projects: 0, requires_mfa: false }])
      slug = organizations[0]?.slug ?? ''
      const invited = { email: NORA.email, role_id: 'developer' }
      await call(createInvitation, { params: { slug }, body: invited })
      await call(signOut, { body: {} })
      const params = { token: connect().mailedInvitation() }
      await call(acceptInvitation, { params, body: { first_name: 'Nora', password: NORA.password } })
      expect(await refusal(call(listAccounts, {}))).toEqual([403, 'administrator_needed'])
      expect(await refusal(call(listInstallationAudit, {}))).toEqual([403, 'administrator_needed'])
      await call(signOut, { body: {} })
      await call(signIn, { body: OWNER })
      expect((await call(listAccounts, {})).count).toBe(2)
      expect(await accountOf(OWNER.email)).toMatchObject({ is_you: true, is_administrator: true })
      expect(await accountOf(NORA.email)).toMatchObject({
        first_name: 'Nora',
        is_you: false,
        organizations: 1,
      })
    })

    test('a member gets another role and is removed; the last owner stays', async () => {
      const { id } = await accountOf(NORA.email)
      const params = { slug, profile_id: id }
      const changed = await call(updateMember, { params, body: { role_id: 'administrator' } })
      expect(changed).toMatchObject({ profile_id: id, role_id: 'administrator' })
      const last = { slug, profile_id: (await accountOf(OWNER.email)).id }
      const body = { role_id: 'developer' }
      expect(await refusal(call(updateMember, { params: last, body }))).toEqual([409, 'last_owner'])
      expect(await refusal(call(removeMember, { params: last }))).toEqual([409, 'last_owner'])
      expect(await call(removeMember, { params })).toEqual({ profile_id: id })
      expect(await call(listMembers, { params: { slug } })).toMatchObject([{ role_id: 'owner' }])
      expect(await refusal(call(removeMember, { params }))).toEqual([404, 'not_found'])
    })

    test('an account is disabled and enabled, but not one’s own; one administrator remains', async () => {
      const [own, other] = [await accountOf(OWNER.email), await accountOf(NORA.email)]
      const change = (id: string, body: Parameters<typeof call<typeof updateAccount>>[1]['body']) =>
        call(updateAccount, { params: { id }, body })
      expect(await change(other.id, { is_disabled: true })).toMatchObject({ is_disabled: true })
      expect(await change(other.id, { is_disabled: false })).toMatchObject({ is_disabled: false })
      expect(await refusal(change(own.id, { is_disabled: true }))).toEqual([409, 'own_account'])
      expect(await refusal(change(own.id, { is_administrator: false }))).toEqual([409, 'last_administrator'])
      expect(await refusal(change(UNKNOWN, { is_administrator: true }))).toEqual([404, 'not_found'])
    })

    test('tickets are read whole, the newest first', async () => {
      for (const subject of ['First', 'Second'])
        await call(createTicket, { body: { category: 'others', subject, message: `About ${subject}` } })
      const { tickets, count } = await call(listTickets, {})
      expect(count).toBe(2)
      expect(tickets).toMatchObject([
        { subject: 'Second', message: 'About Second', category: 'others', error: null, project_ref: null },
        { subject: 'First' },
      ])
      expect((await call(listTickets, { query: { search: 'FIRST' } })).tickets).toHaveLength(1)
    })

    test('the second factors of an account are reset', async () => {
      const params = { id: (await accountOf(NORA.email)).id }
      expect(await call(resetAccountFactors, { params })).toEqual(params)
      expect(await accountOf(NORA.email)).toMatchObject({ is_mfa_enabled: false })
      const unknown = call(resetAccountFactors, { params: { id: UNKNOWN } })
      expect(await refusal(unknown)).toEqual([404, 'not_found'])
    })

    test('settings hold for all, and can’t shut out who changes them', async () => {
      const before = { anyone_creates_organizations: true, requires_mfa: false }
      expect(await call(getInstallationSettings, {})).toEqual(before)
      const after = { ...before, anyone_creates_organizations: false }
      const body = { anyone_creates_organizations: false }
      expect(await call(updateInstallationSettings, { body })).toEqual(after)
      const closing = call(updateInstallationSettings, { body: { requires_mfa: true } })
      expect(await refusal(closing)).toEqual([403, 'mfa_required'])
      expect(await call(getInstallationSettings, {})).toEqual(after)
      const { entries } = await call(listInstallationAudit, { query: { limit: 1 } })
      expect(entries).toMatchObject([{ action: 'installation.setting' }])
    })

    test('an account is deleted, but not one’s own', async () => {
      const [own, other] = [await accountOf(OWNER.email), await accountOf(NORA.email)]
      expect(await refusal(call(deleteAccount, { params: { id: own.id } }))).toEqual([409, 'own_account'])
      expect(await call(deleteAccount, { params: { id: other.id } })).toEqual({ id: other.id })
      expect((await call(listAccounts, {})).count).toBe(1)
      expect(await refusal(call(deleteAccount, { params: { id: other.id } }))).toEqual([404, 'not_found'])
    })
  })
}
