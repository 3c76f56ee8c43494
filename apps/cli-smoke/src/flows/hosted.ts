/** A hosted platform by an access token: an organization, a project, SQL in it, and both gone again. */
import type { Deck, Remote } from '@basedeck/core'
import type { ReadableAtom } from 'nanostores'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'
import { backupsFlow } from './backups.js'
import { branchesFlow } from './branches.js'
import { replicasFlow } from './replicas.js'
import { connectFlow } from './connect.js'
import { dataFlow } from './data.js'
import { editFlow } from './edit.js'
import { filesFlow, type FilesFlow } from './files.js'
import { importFlow } from './import.js'
import { inboxFlow } from './inbox.js'
import { keysFlow } from './keys.js'
import { menusFlow } from './menus.js'
import { sqlFlow } from './sql.js'
import { usageFlow } from './usage.js'

const PATIENCE_MS = 30_000

export interface HostedFlow {
  baseUrl: string
  files: Omit<FilesFlow, 'ref'>
}

export async function hostedFlow(
  deck: Deck,
  { baseUrl, files }: HostedFlow,
  say: (text: string) => void,
): Promise<void> {
  const name = `Smoke ${Date.now()}`
  const slug = await newOrganization(deck, name)
  say(`an organization at /org/${slug}`)
  const ref = await newProject(deck, slug, 'Smoke project')
  say(`a project at /project/${ref}`)
  await sqlFlow(deck, say, ref)
  await filesFlow(deck, { ...files, ref }, say)
  await importFlow(deck, ref, say)
  await connectFlow(deck, ref, say)
  await keysFlow(deck, ref, say)
  await dataFlow(deck, ref, say)
  await backupsFlow(deck, ref, say)
  await replicasFlow(deck, ref, say)
  await branchesFlow(deck, ref, say)
  await editFlow(deck, ref, say)
  await inboxFlow(deck, 'Smoke project is ready', say)
  await menusFlow(deck, { baseUrl, slug, ref }, say)
  await usageFlow(deck, slug, say)
  await deleteProject(deck, ref, 'Smoke project')
  say('the project deleted')
  await deleteOrganization(deck, slug, name)
  say('the organization deleted')
}

async function newOrganization(deck: Deck, name: string): Promise<string> {
  const { form } = (await deck.open('newOrganization')).screen
  form.set('name', '')
  await form.submit()
  assert.equal(form.$problems.get().name, 'The name of the organization must not be empty')
  form.set('name', name)
  await form.submit()
  const [, slug] = /^\/new\/(.+)/.exec(deck.router.$route.get().location.pathname) ?? []
  assert(slug, `a new project's page was expected, not ${JSON.stringify(form.$state.get())}`)
  return slug
}

async function newProject(deck: Deck, slug: string, name: string): Promise<string> {
  const { form } = (await deck.open('newProject', { slug })).screen
  form.set('name', name)
  await form.submit()
  const [, ref] = /^\/project\/([^/]+)$/.exec(deck.router.$route.get().location.pathname) ?? []
  assert(ref, `the project's page was expected, not ${JSON.stringify(form.$state.get())}`)
  return ref
}

async function deleteProject(deck: Deck, ref: string, name: string): Promise<void> {
  const { screen } = await deck.open('projectSettings', { ref })
  await whileReady(screen.$project, async () => {
    screen.askDelete()
    await screen.deletion.confirm(name)
  })
}

/** A project on its way down still keeps its organization; the refusal says so, and it is asked again. */
async function deleteOrganization(deck: Deck, slug: string, name: string): Promise<void> {
  const settings = deck.router.href('organizationSettings', { slug })
  const isThere = () => deck.router.$route.get().location.pathname === settings
  const until = Date.now() + PATIENCE_MS
  do {
    const { screen } = await deck.open('organizationSettings', { slug })
    await whileReady(screen.$organization, async () => {
      screen.askDelete()
      await screen.deletion.confirm(name)
    })
    assert(Date.now() < until, 'the organization was expected to go')
  } while (isThere())
}

/** Server data is fetched only while a store has a listener. */
async function whileReady<Data>(
  $remote: ReadableAtom<Remote<Data>>,
  work: () => Promise<void>,
): Promise<void> {
  const stop = $remote.subscribe(() => undefined)
  const isReady = (remote: Remote<Data>): remote is Remote<Data> & { status: 'ready' } =>
    remote.status === 'ready'
  await waitFor($remote, 'the settings', isReady)
  await work()
  stop()
}
