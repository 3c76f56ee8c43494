/** Branches without a view: one is made, a table is added in it and merged into its parent, and the branch is deleted. */
import type { BranchView, Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { waitFor } from '../wait-for.js'
import { waitForProject, writeAndConfirm } from './sql.js'

const NAME = 'smoke'

export async function branchesFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const branch = await makeBranch(deck, ref)
  say(`the branch ${branch.name} is made`)
  await waitForProject(deck, branch.ref)
  const editor = (await deck.open('sqlEditor', { ref: branch.ref, id: randomUUID() })).screen
  await writeAndConfirm(editor, 'create table merged (id int8 primary key, note text)')
  await mergeInto(deck, branch.ref)
  const parent = (await deck.open('sqlEditor', { ref, id: randomUUID() })).screen
  parent.type('select count(*) from merged')
  await parent.run()
  const tab = parent.$activeTab.get()
  assert(tab?.kind === 'result')
  assert.deepEqual([...tab.result.rows], [['0']])
  await writeAndConfirm(parent, 'drop table merged')
  say('its table is merged into its parent')
  await deleteBranch(deck, ref)
  say('the branch is deleted')
}

async function makeBranch(deck: Deck, ref: string): Promise<BranchView> {
  const { screen } = await deck.open('branches', { ref })
  await waitFor(screen.$create, 'the right', (may): may is typeof may => !may.disabled)
  screen.create()
  screen.form.set('branch_name', NAME)
  await screen.form.submit()
  const isMade = ({ name, status }: BranchView) => name === NAME && status === 'ACTIVE_HEALTHY'
  const list = await waitFor(
    screen.$branches,
    'a branch that is made',
    (all): all is typeof all & { status: 'ready' } => all.status === 'ready' && all.data.some(isMade),
  )
  const branch = list.data.find(isMade)
  assert.ok(branch)
  return branch
}

async function mergeInto(deck: Deck, branch: string): Promise<void> {
  const { screen } = await deck.open('merge', { ref: branch })
  await waitFor(screen.$mayMerge, 'the right', (may): may is typeof may => !may.disabled)
  const view = await waitFor(
    screen.$view,
    'what differs',
    (remote): remote is typeof remote & { status: 'ready' } => remote.status === 'ready',
  )
  assert.deepEqual(
    view.data.schema.map(({ kind, name }) => `${kind} ${name}`),
    ['table merged'],
  )
  await screen.askToMerge()
  await screen.question.confirm()
  assert.equal(screen.question.$state.get().status, 'closed')
  assert.ok(screen.$result.get(), 'a merge was expected')
}

async function deleteBranch(deck: Deck, ref: string): Promise<void> {
  const { screen } = await deck.open('branches', { ref })
  const list = await waitFor(
    screen.$branches,
    'the branches',
    (all): all is typeof all & { status: 'ready' } => all.status === 'ready',
  )
  const branch = list.data.find(({ name }) => name === NAME)
  assert.ok(branch)
  screen.removal.ask(branch)
  await screen.removal.confirm()
  await waitFor(
    screen.$branches,
    'the end of the branch',
    (all): all is typeof all & { status: 'ready' } =>
      all.status === 'ready' && !all.data.some(({ name }) => name === NAME),
  )
}
