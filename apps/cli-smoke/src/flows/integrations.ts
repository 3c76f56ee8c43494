/** Vault, integrations, tokens of an organization and its documents without a view. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

type Ready<Remote> = Extract<Remote, { status: 'ready' }>

export async function integrationsFlow(
  deck: Deck,
  { ref, slug }: { ref: string; slug: string },
  say: (text: string) => void,
): Promise<void> {
  await vault(deck, ref, say)
  await catalogue(deck, ref, say)
  await apps(deck, slug, say)
  await hosts(deck, { ref, slug }, say)
}

async function vault(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('vault', { ref })
  const name = `SMOKE_${Date.now()}`
  await waitFor(
    screen.$mayCreate,
    'the right to add secrets',
    (state): state is typeof state => !state.disabled,
  )
  screen.paste.open()
  screen.paste.form.set('text', `# of the smoke test\nexport ${name}="a value"\nnonsense`)
  assert.equal(screen.paste.$found.get().problems.length, 1)
  assert.deepEqual(await screen.paste.form.submit(), { type: 'done' })
  const named = async (count: number) => {
    const rows = await waitFor(
      screen.secrets.$rows,
      `${count} secrets of this name`,
      (all): all is Ready<typeof all> =>
        all.status === 'ready' && all.data.filter((row) => row.name === name).length === count,
    )
    return rows.data.find((row) => row.name === name)
  }
  const row = await named(1)
  assert.ok(row && !row.shown.includes('a value'), 'a value is not in the list')
  await screen.toggle(row)
  assert.equal((await named(1))?.shown, 'a value')
  screen.deletion.ask(row)
  await screen.deletion.confirm()
  await named(0)
  say('A secret was pasted, shown on asking and deleted')
}

async function catalogue(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('integrations', { ref })
  const all = await waitFor(
    screen.$rows,
    'the integrations',
    (remote): remote is Ready<typeof remote> => remote.status === 'ready',
  )
  const names = all.data.map(({ name }) => name)
  assert.ok(names.includes('vault') && names.includes('git'), 'what the platform itself has is listed')
  const one = (await deck.open('integration', { ref, id: 'git' })).screen
  const view = await waitFor(
    one.$view,
    'how it stands',
    (remote): remote is Ready<typeof remote> => remote.status === 'ready',
  )
  assert.equal(view.data.reason, null)
  say(`${names.length} integrations are listed, each with its page`)
}

async function apps(deck: Deck, slug: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('organizationApps', { slug })
  const keys = await waitFor(
    screen.keys.$rows,
    'the keys of the projects',
    (remote): remote is Ready<typeof remote> => remote.status === 'ready',
  )
  assert.ok(keys.data.length > 0)
  const documents = (await deck.open('organizationDocuments', { slug })).screen
  await waitFor(
    documents.documents.$rows,
    'the documents',
    (remote): remote is Ready<typeof remote> => remote.status === 'ready',
  )
  say('Who holds keys of the organization is told, and its documents are listed')
}

async function hosts(
  deck: Deck,
  { ref, slug }: { ref: string; slug: string },
  say: (text: string) => void,
): Promise<void> {
  const { screen } = await deck.open('organizationIntegrations', { slug })
  await waitFor(screen.$mayConnect, 'the right to connect', (state): state is typeof state => !state.disabled)
  screen.connect()
  screen.form.set('address', 'https://127.0.0.1:1')
  screen.form.set('token', 'a-token')
  assert.deepEqual(await screen.form.submit(), { type: 'failed', field: 'address' })
  const project = (await deck.open('projectIntegrations', { ref })).screen
  const view = await waitFor(
    project.$view,
    'the repository of the project',
    (remote): remote is Ready<typeof remote> => remote.status === 'ready',
  )
  assert.equal(view.data.type, 'no-hosts')
  say('A host of the private network is refused, and a project without one says so')
}
