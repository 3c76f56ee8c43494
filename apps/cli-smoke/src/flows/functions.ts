/**
 * Edge functions, webhooks, schedules, logs and their drains without a view: a function is deployed and called, a table tells it of a new row,
 * a schedule calls it and runs SQL, and all are found in the logs.
 */
import { firstRow, isReady, waitFor } from '../wait-for.js'
import type { Deck } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { writeAndConfirm } from './sql.js'

const SLUG = 'smoke'

export async function functionsFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const { screen: list } = await deck.open('edgeFunctions', { ref })
  const stop = list.$notice.subscribe(() => undefined)
  await waitFor(list.functions.$rows, 'the functions', isReady)
  const notice = list.$notice.get()
  stop()
  if (notice?.isBlocking) return say('no functions run here')
  await deployAndCall(deck, ref)
  say('a function is deployed, and answers from its database')

  const editor = (await deck.open('sqlEditor', { ref, id: randomUUID() })).screen
  await writeAndConfirm(editor, 'create table hooked (id int8 primary key)')
  await tellFunction(deck, ref, () => writeAndConfirm(editor, 'insert into hooked values (1)'))
  await writeAndConfirm(editor, 'drop table hooked')
  say('a webhook tells it of a row')

  await runScheduled(deck, ref)
  say('a schedule calls it, and runs SQL')

  await findLogs(deck, ref)
  say('its calls are found in the logs, by words and by SQL')

  await drainLogs(deck, ref)
  say('a drain of the logs is made and tried, and says that its receiver is not reached')

  const { screen } = await deck.open('edgeFunction', { ref, function: SLUG })
  screen.deletion.ask({ name: SLUG })
  await screen.deletion.confirm(SLUG)
  assert.equal(screen.deletion.$state.get().status, 'closed')
}

/** Asks the server at SUPABASE_DB_URL whether it speaks TLS, which it answers before any sign-in: N or S. */
const CODE = `Deno.serve(async () => {
  const { hostname, port, searchParams } = new URL(Deno.env.get('SUPABASE_DB_URL') ?? '')
  const folder = searchParams.get('host')
  const database = folder
    ? await Deno.connect({ transport: 'unix', path: folder + '/.s.PGSQL.5432' })
    : await Deno.connect({ hostname, port: Number(port) })
  await database.write(new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47]))
  const answer = new Uint8Array(1)
  await database.read(answer)
  return new Response('database ' + String.fromCharCode(answer[0] ?? 0))
})
`

async function deployAndCall(deck: Deck, ref: string): Promise<void> {
  const fresh = (await deck.open('newFunction', { ref })).screen
  await waitFor(fresh.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  fresh.naming.set('name', SLUG)
  fresh.code.type(CODE)
  await fresh.deploy()
  assert.notEqual(fresh.code.form.$state.get().status, 'failed', JSON.stringify(fresh.code.$output.get()))
  const { attempt } = (await deck.open('edgeFunction', { ref, function: SLUG })).screen
  await attempt.form.submit()
  const answer = await waitFor(
    attempt.$state,
    'an answer',
    (state): state is typeof state & { status: 'answered' } => state.status === 'answered',
  )
  assert.match(answer.summary, /200/)
  assert.match(JSON.stringify(answer), /database [NS]/)
}

async function tellFunction(deck: Deck, ref: string, insert: () => Promise<unknown>): Promise<void> {
  const { screen } = await deck.open('webhooks', { ref })
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  screen.add()
  const tables = await waitFor(screen.$tables, 'the tables', (all): all is typeof all =>
    all.some(({ label }) => label.endsWith('hooked')),
  )
  const table = tables.find(({ label }) => label.endsWith('hooked'))?.value ?? ''
  for (const [field, value] of [
    ['name', SLUG],
    ['table', table],
    ['kind', 'function'],
    ['slug', SLUG],
  ] as const)
    screen.form.set(field, value)
  assert.equal((await screen.form.submit()).type, 'done', JSON.stringify(screen.form.$problems.get()))
  const row = await firstRow(screen.webhooks.$rows, 'the webhook')
  await insert()
  screen.showDeliveries(row)
  await waitFor(
    screen.$deliveries,
    'the delivery',
    (all): all is typeof all => isReady(all) && all.data.some(({ isDone }) => isDone),
  )
  screen.deletion.ask(row.webhook)
  await screen.deletion.confirm()
}

async function runScheduled(deck: Deck, ref: string): Promise<void> {
  const { screen } = await deck.open('schedules', { ref })
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  const run = async (values: readonly (readonly ['kind' | 'slug' | 'sql', string])[], result: string) => {
    screen.add()
    for (const [field, value] of [['name', result] as const, ...values]) screen.form.set(field, value)
    assert.equal((await screen.form.submit()).type, 'done', JSON.stringify(screen.form.$problems.get()))
    const rows = await waitFor(
      screen.schedules.$rows,
      'the schedule',
      (all): all is typeof all & { status: 'ready' } =>
        isReady(all) && all.data.some(({ name }) => name === result),
    )
    const row = rows.data.find(({ name }) => name === result)
    assert.ok(row)
    assert.equal(row.times, 'Every day at 03:00')
    screen.showRuns(row)
    screen
      .actions(row)
      .find(({ id }) => id === 'run')
      ?.run()
    await waitFor(
      screen.$runs,
      'the run',
      (all): all is typeof all => isReady(all) && all.data.some((one) => one.result === result),
    )
    screen.deletion.ask(row.schedule)
    await screen.deletion.confirm()
  }
  await run([['sql', 'select 1 union all select 2']], '2 rows')
  await run(
    [
      ['kind', 'function'],
      ['slug', SLUG],
    ],
    'Answer 200',
  )
}

async function findLogs(deck: Deck, ref: string): Promise<void> {
  const logs = (await deck.open('logs', { ref })).screen
  logs.search(`function:${SLUG}`)
  logs.searchNow()
  await waitFor(
    logs.$rows,
    'its lines',
    (rows): rows is typeof rows => rows.status === 'ready' && rows.rows.length > 0,
  )
  const explorer = (await deck.open('logsExplorer', { ref })).screen
  explorer.type('select count(*) as lines from logs')
  await explorer.run()
  const result = explorer.$result.get()
  assert.equal(result.status, 'ready', JSON.stringify(result))
}

/** No address of this machine is taken, and the test of a drain says what happened. */
async function drainLogs(deck: Deck, ref: string): Promise<void> {
  const { screen } = await deck.open('logDrains', { ref })
  await waitFor(screen.$mayChange, 'the right', (may): may is typeof may => !may.disabled)
  screen.add()
  for (const [field, value] of [
    ['name', SLUG],
    ['type', 'otlp'],
    ['url', 'http://127.0.0.1:9'],
  ] as const)
    screen.form.set(field, value)
  assert.equal((await screen.form.submit()).type, 'failed')
  screen.form.set('url', 'http://logs.invalid')
  assert.equal((await screen.form.submit()).type, 'done', JSON.stringify(screen.form.$problems.get()))
  const row = await firstRow(screen.drains.$rows, 'the drain')
  const tested = await screen.test(row.drain)
  assert.match(tested, /can’t be resolved/)
  screen.deletion.ask(row.drain)
  await screen.deletion.confirm()
}
