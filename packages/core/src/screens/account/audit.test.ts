import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { AccountAuditScreen } from './audit.js'

let opened: OpenedScreen<AccountAuditScreen> | undefined
afterEach(() => opened?.end())

test('what one did oneself is listed, searched and saved as a file; what others did is not', async () => {
  opened = await openScreen('accountAudit', '/account/audit', (fake) => {
    const { id, first_name } = fake.accounts.profile
    const line = (number: number, actorId: string, action: string) => ({
      id: number,
      slug: 'default',
      occurred_at: '2026-05-01T10:00:00.000Z',
      actor: { id: actorId, name: first_name, email: null },
      action,
      target: 'Shop',
      detail: {},
      ip: null,
      request_id: null,
    })
    fake.world.audit = [
      line(1, id, 'project.create'),
      line(2, 'other', 'project.delete'),
      line(3, id, 'member.remove'),
    ]
  })
  const { screen, watch, until, host } = opened
  const rows = watch(screen.$rows, screen.$lead)
  await until(() =>
    expect(rows()).toMatchObject({
      status: 'ready',
      rows: [{ action: 'member.remove' }, { action: 'project.create' }],
    }),
  )
  expect(screen.$lead.get()).toBe(
    'Changes to your account, and your changes in all organizations, kept for 90 days.',
  )
  expect(screen.page.$links.get().at(-1)).toMatchObject({ label: 'Audit log', isHere: true })
  screen.search('create')
  host.clock.advance(500)
  await until(() => expect(rows()).toMatchObject({ status: 'ready', rows: [{ action: 'project.create' }] }))
  screen.download()
  expect(host.saved.at(-1)).toMatchObject({ name: 'audit-account.csv' })
})
