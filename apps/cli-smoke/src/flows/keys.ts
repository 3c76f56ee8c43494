/** API keys and signing keys without a view: made, shown once, rotated, published, revoked. */
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

export async function keysFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  await apiKeys(deck, ref, say)
  await signingKeys(deck, ref, say)
}

async function apiKeys(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('apiKeys', { ref })
  const { secret } = screen.keys
  const name = `smoke ${Date.now()}`
  await waitFor(screen.$mayCreate, 'the right to make keys', (state): state is typeof state => !state.disabled)
  screen.create('secret')
  screen.form.set('name', name)
  assert.deepEqual(await screen.form.submit(), { type: 'done' })
  const made = screen.$made.get()
  assert.match(made?.apiKey ?? '', /^sb_secret_/)
  screen.closeMade()
  const named = async (count: number) => {
    const rows = await waitFor(
      secret.$rows,
      `${count} keys of this name`,
      (all): all is Extract<typeof all, { status: 'ready' }> =>
        all.status === 'ready' && all.data.filter((row) => row.name === name).length === count,
    )
    return rows.data.filter((row) => row.name === name)
  }
  const [row] = await named(1)
  assert.ok(row && !row.isShown && !row.canCopy, 'a secret key is shown once')
  screen.rotate(row)
  assert.deepEqual(await screen.rotation.submit(), { type: 'done' })
  screen.closeMade()
  for (const one of await named(2)) {
    screen.deletion.ask(one)
    await screen.deletion.confirm()
  }
  await named(0)
  say('A secret key was made, shown once, rotated and deleted')
}

async function signingKeys(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen } = await deck.open('signingKeys', { ref })
  const keysWith = async (what: string, is: (states: string) => boolean) => {
    const keys = await waitFor(
      screen.$keys,
      what,
      (all): all is Extract<typeof all, { status: 'ready' }> =>
        all.status === 'ready' && is(all.data.map(({ state }) => state).join(' ')),
    )
    return keys.data
  }
  const before = await keysWith('a current key', (states) => states.startsWith('current'))
  await waitFor(screen.$add, 'the right to add a key', (state): state is typeof state => !state.disabled)
  assert.deepEqual(await screen.creation.submit(), { type: 'done' })
  await keysWith('a standby key', (states) => states.startsWith('current standby'))
  const address = await waitFor(screen.$jwksUrl, 'the address of the public keys', (url): url is typeof url => url !== '')
  const answer = await fetch(address)
  const { keys } = (await answer.json()) as { keys: { kid: string }[] }
  assert.ok(keys.some(({ kid }) => kid === before[0]?.id), 'the current key is published')
  screen.rotation.ask(null)
  await screen.rotation.confirm()
  const after = await keysWith('a rotation', (states) => states.startsWith('current previous'))
  const former = after.find(({ id }) => id === before[0]?.id)
  assert.ok(former, 'the former key is in the list')
  screen.revocation.ask(former)
  await screen.revocation.confirm()
  await keysWith('a revoked key', (states) => states.includes('revoked'))
  say(`Signing keys: ${keys.length} published at ${new URL(address).pathname}, rotated, the former one revoked`)
}
