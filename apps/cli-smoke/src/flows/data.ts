/** The data API as an application uses it: by its address and a secret key, without a client library. */
import type { Deck, Remote } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { waitFor } from '../wait-for.js'
import { DATA_CASES, DATA_FIXTURE, DATA_FIXTURE_END, type DataCase } from './data-cases.js'

interface Served {
  /** `http://127.0.0.1:8788/default/rest/v1` */
  address: string
  key: string
}

export async function dataFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  await run(deck, ref, DATA_FIXTURE_END + DATA_FIXTURE)
  const address = await addressOf(deck, ref)
  await withKey(deck, ref, async (key) => {
    for (const one of DATA_CASES) await check({ address, key }, one)
    const wrong = await fetch(`${address}/smoke_books`, { headers: { apikey: 'sb_secret_wrong' } })
    assert.equal(wrong.status, 401)
  })
  await run(deck, ref, DATA_FIXTURE_END)
  say(
    `the data API at ${new URL(address).pathname}: ${DATA_CASES.length} requests answered as they should be`,
  )
}

async function run(deck: Deck, ref: string, sql: string): Promise<void> {
  const { screen } = await deck.open('sqlEditor', { ref, id: randomUUID() })
  screen.type(sql)
  await screen.run()
  if (screen.$question.get()) await screen.confirm()
  const state = screen.$run.get()
  assert.equal(state.status, 'success', JSON.stringify(state))
}

export async function addressOf(deck: Deck, ref: string): Promise<string> {
  const { $view } = (await deck.open('dataApi', { ref })).screen
  type View = ReturnType<typeof $view.get>
  const view = await waitFor(
    $view,
    'the address of the data API',
    (one): one is Extract<View, { status: 'ready' }> => one.status === 'ready',
  )
  assert(view.data.isOn, 'the data API of a new project is on')
  return view.data.address.replace(/\/$/, '')
}

/** Makes a key, works with it, and deletes it. */
async function withKey(deck: Deck, ref: string, work: (key: string) => Promise<void>): Promise<void> {
  const { screen } = await deck.open('apiKeys', { ref })
  const name = `data ${Date.now()}`
  await waitFor(
    screen.$mayCreate,
    'the right to make keys',
    (state): state is typeof state => !state.disabled,
  )
  screen.create('secret')
  screen.form.set('name', name)
  assert.deepEqual(await screen.form.submit(), { type: 'done' })
  const key = screen.$made.get()?.apiKey ?? ''
  screen.closeMade()
  await work(key)
  const { $rows } = screen.keys.secret
  type Rows = Extract<ReturnType<typeof $rows.get>, Remote<unknown> & { status: 'ready' }>
  const rows = await waitFor(
    $rows,
    'the key in the list',
    (all): all is Rows => all.status === 'ready' && all.data.some((row) => row.name === name),
  )
  const row = rows.data.find((one) => one.name === name)
  assert(row)
  screen.deletion.ask(row)
  await screen.deletion.confirm()
}

async function check({ address, key }: Served, one: DataCase): Promise<void> {
  const [method = '', path = ''] = one.asks.split(' ')
  const answer = await fetch(address + path, {
    method,
    headers: { apikey: key, 'content-type': 'application/json', ...one.headers },
    ...(one.body !== undefined && {
      body: typeof one.body === 'string' ? one.body : JSON.stringify(one.body),
    }),
  })
  const text = await answer.text()
  assert.equal(answer.status, one.status, `${one.name}: ${text}`)
  if (one.tells) assert.equal(answer.headers.get(one.tells[0]), one.tells[1], one.name)
  if (typeof one.gives === 'string') assert.equal(text, one.gives, one.name)
  else if (answer.status >= 400)
    assert.equal(JSON.parse(text).code, (one.gives as { code: string }).code, one.name)
  else if (one.gives !== undefined) assert.deepEqual(JSON.parse(text), one.gives, one.name)
}
