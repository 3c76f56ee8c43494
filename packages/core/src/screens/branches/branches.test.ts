import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { Remote } from '../../kernel/query-store.js'
import type { MaskView } from './branch-masks.js'
import type { BranchesScreen, BranchView } from './branches.js'

let opened: OpenedScreen<BranchesScreen>
afterEach(() => opened.end())

async function open(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('branches', '/project/default/branches', prepare)
  const { screen, watch } = opened
  watch(screen.form.$values, screen.form.$problems, screen.editForm.$values, screen.maskForm.$values)
  watch(screen.$edited, screen.$isCreating, screen.resetting.$state, screen.removal.$state, screen.$mayChange)
  watch(screen.$isMasking, screen.$mayMask)
  const create = watch(screen.$create)
  const branches = watch(screen.$branches)
  const masks = watch(screen.$masks)
  const quiet = watch(screen.$quiet)
  const rows = () => {
    const all = branches()
    return all.status === 'ready' ? all.data : []
  }
  await opened.until(() => expect(branches().status).toBe('ready'))
  return { ...opened, rows, create, masks, quiet }
}

async function made({ screen, rows, until }: Awaited<ReturnType<typeof open>>, values: object = {}) {
  screen.create()
  for (const [field, value] of Object.entries({ branch_name: 'trial', ...values }))
    screen.form.set(field as 'branch_name', value)
  await screen.form.submit()
  await until(() => expect(rows()).toHaveLength(2))
  return rows()[1]!
}
function maskOf(masks: Remote<MaskView[]>, column: string): MaskView {
  const found = masks.status === 'ready' ? masks.data.find((mask) => mask.column === column) : undefined
  if (!found) throw new Error(`${column} is not masked`)
  return found
}
const labels = (screen: BranchesScreen, row: BranchView) => screen.actions(row).map(({ label }) => label)
const run = (screen: BranchesScreen, row: BranchView, id: string) =>
  screen
    .actions(row)
    .find((action) => action.id === id)
    ?.run()

test('a branch is created, edited, reset and deleted', async () => {
  const page = await open()
  const { screen, rows, until, host } = page
  expect(rows()).toMatchObject([{ name: 'main', kindLabel: 'Production', isOpen: true }])
  expect(labels(screen, rows()[0]!)).toEqual(['Open'])
  const row = await made(page, { content: 'data', ttl_hours: '24' })
  expect(screen.$isCreating.get()).toBe(false)
  expect(row).toMatchObject({ name: 'trial', kindLabel: 'Preview', statusLabel: 'Healthy', gitBranch: '' })
  expect(row.endsAt).not.toBeNull()
  expect(row.branch.with_data).toBe(true)
  run(screen, row, 'edit')
  screen.editForm.set('branch_name', 'lasting')
  screen.editForm.set('kind', 'persistent')
  await screen.editForm.submit()
  await until(() =>
    expect(rows()[1]).toMatchObject({ name: 'lasting', kindLabel: 'Persistent', endsAt: null }),
  )
  run(screen, rows()[1]!, 'reset')
  await screen.resetting.confirm()
  expect(host.notes.at(-1)?.message).toBe('The branch lasting is being reset')
  run(screen, rows()[1]!, 'remove')
  await screen.removal.confirm()
  await until(() => expect(rows()).toHaveLength(1))
})

test('a name that is taken, hours and moments that are none are told at their fields', async () => {
  const page = await open()
  const { screen } = page
  await made(page)
  screen.create()
  screen.form.set('branch_name', 'trial')
  screen.form.set('ttl_hours', '0')
  await screen.form.submit()
  expect(screen.form.$problems.get()).toMatchObject({ ttl_hours: 'Type a whole number from 1 to 8760' })
  screen.form.set('ttl_hours', '')
  screen.form.set('content', 'moment')
  screen.form.set('moment', 'yesterday')
  await screen.form.submit()
  expect(screen.form.$problems.get().moment).toContain('Type a moment in UTC')
  screen.form.set('content', 'schema')
  await screen.form.submit()
  expect(screen.form.$problems.get().branch_name).toContain('Another branch of this project has that name')
})

test('a merge request is opened once, and reviewed from then on', async () => {
  const page = await open()
  const { screen, rows, until, host, deck } = page
  const row = await made(page)
  expect(labels(screen, row)).toContain('Open merge request')
  run(screen, row, 'merge')
  await until(() => expect(host.notes.at(-1)?.message).toBe('Merge request created'))
  await until(() => expect(deck.router.$route.get()).toMatchObject({ match: { name: 'merge' } }))
  await until(() => expect(labels(screen, rows()[1]!)).toContain('Review merge request'))
})

test('a branch of a git branch has no merge request', async () => {
  const page = await open()
  const row = await made(page, { git_branch: 'feature/x' })
  expect(labels(page.screen, row)).toEqual(['Open', 'Edit…', 'Reset…', 'Delete…'])
})

test('what is off is listed, and turned on', async () => {
  const page = await open()
  await made(page)
  expect(page.quiet()).toMatchObject([{ branchName: 'trial', label: 'Sending mail' }])
  await page.screen.turnOn(page.quiet()[0]!)
  await page.until(() => expect(page.quiet()).toEqual([]))
})

test('columns are masked, and no longer', async () => {
  const { screen, masks, until } = await open()
  await until(() => expect(masks().status).toBe('ready'))
  screen.mask()
  screen.maskForm.set('table', 'people')
  screen.maskForm.set('column', 'email')
  screen.maskForm.set('expression', `'x'`)
  await screen.maskForm.submit()
  await until(() => expect(masks()).toMatchObject({ data: [{ label: 'public.people.email' }] }))
  await screen.removeMask(maskOf(masks(), 'email'))
  await until(() => expect(masks()).toMatchObject({ data: [] }))
})

test('columns whose names have dots are masked apart', async () => {
  const { screen, masks, until } = await open()
  await until(() => expect(masks().status).toBe('ready'))
  for (const [schema, table] of [
    ['a', 'b.c'],
    ['a.b', 'c'],
  ] as const) {
    screen.mask()
    for (const [field, value] of Object.entries({ schema, table, column: 'x', expression: `'x'` }))
      screen.maskForm.set(field as 'schema', value)
    await screen.maskForm.submit()
  }
  await until(() => expect(masks()).toMatchObject({ data: [{ label: 'a."b.c".x' }, { label: '"a.b".c.x' }] }))
})

test('a mask that another window added is not lost when one is removed or added', async () => {
  const email = { schema: 'public', table: 'people', column: 'email', expression: `'x'` }
  const phone = { ...email, column: 'phone' }
  const { screen, masks, until, host, fake } = await open(({ world }) => {
    world.projects[0]!.branchMasks = [email]
  })
  await until(() => expect(masks()).toMatchObject({ data: [email] }))
  const project = fake.world.projects[0]!
  project.branchMasks = [email, phone]
  await screen.removeMask(maskOf(masks(), 'email'))
  expect(host.notes.at(-1)).toMatchObject({ kind: 'error' })
  await until(() => expect(masks()).toMatchObject({ data: [email, phone] }))
  project.branchMasks = [phone]
  screen.mask()
  for (const [field, value] of Object.entries(email)) screen.maskForm.set(field as 'schema', value)
  await screen.maskForm.submit()
  expect(screen.$isMasking.get()).toBe(true)
  await until(() => expect(masks()).toMatchObject({ data: [phone] }))
  await screen.maskForm.submit()
  expect(project.branchMasks).toEqual([phone, email])
})

test('who may only read sees the branches, and why nothing can be changed', async () => {
  const { create, screen, until, rows } = await open((fake) => {
    grantOnly(fake, ['read', '%'])
    fake.world.branches.push({
      id: 'b',
      name: 'one',
      project_ref: 'default',
      parent_project_ref: 'default',
      is_default: false,
      persistent: false,
      status: 'ACTIVE_HEALTHY',
      with_data: false,
      off: [],
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    })
  })
  const hint = 'Your role can’t make or change branches'
  await until(() => expect(create()).toEqual({ disabled: true, hint }))
  expect(screen.actions(rows()[1]!).map(({ id, hint: why }) => [id, why])).toEqual([
    ['open', undefined],
    ['edit', hint],
    ['merge', hint],
    ['reset', hint],
    ['remove', hint],
  ])
})

test('a database on another server can’t be branched, and says so', async () => {
  const { create, until } = await open((fake) => {
    fake.intercept = ({ path }) =>
      path.endsWith('/databases')
        ? {
            status: 200,
            body: [{ type: 'PRIMARY', capabilities: { branches: { available: false, reason: 'No.' } } }],
          }
        : undefined
  })
  await until(() => expect(create()).toEqual({ disabled: true, hint: 'No.' }))
})

test('branching that is off is an empty list of branches, and no error', async () => {
  const { rows } = await open((fake) => {
    fake.intercept = ({ path }) =>
      path.endsWith('/branches')
        ? { status: 400, body: { message: 'Preview branching is not enabled for this project.' } }
        : undefined
  })
  expect(rows()).toEqual([])
})

test('a branch that could not be made is tried again, and a refusal of that is told', async () => {
  const page = await open()
  const { screen, until, fake, rows, host } = page
  await made(page)
  fake.world.branches[0]!.status = 'INIT_FAILED'
  run(screen, rows()[1]!, 'edit')
  screen.editForm.set('branch_name', 'failed')
  await screen.editForm.submit()
  await until(() => expect(rows()[1]?.status).toBe('INIT_FAILED'))
  const row = rows()[1]!
  expect(labels(screen, row)).toHaveLength(2)
  // Another window deletes it meanwhile.
  fake.world.branches = []
  fake.world.projects = fake.world.projects.filter(({ project }) => project.ref !== row.ref)
  run(screen, row, 'again')
  await until(() => expect(host.notes.at(-1)).toMatchObject({ kind: 'error', message: 'Branch not found' }))
})
