/** The SQL journey: wait for the project, make a table, read it, meet an error, cancel a long run. */
import type { Deck, RunState, SqlEditorScreen } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { waitFor } from '../wait-for.js'
import { snippetFlow } from './snippets.js'

export async function sqlFlow(deck: Deck, say: (text: string) => void, ref = 'default'): Promise<void> {
  await waitForProject(deck, ref)
  const { screen } = await deck.open('sqlEditor', { ref, id: randomUUID() })
  const table = `smoke_${Date.now()}`

  await writeAndConfirm(screen, `create table ${table} (id int8 primary key, note text)`)
  await writeAndConfirm(screen, `insert into ${table} values (9007199254740993, 'exact'), (2, null)`)
  say('a table with two rows')

  screen.type(`select id, note from ${table} order by id`)
  await screen.run()
  const tab = screen.$activeTab.get()
  assert(tab?.kind === 'result')
  assert.deepEqual(
    [...tab.result.rows],
    [
      ['2', null],
      ['9007199254740993', 'exact'],
    ],
  )
  assert.deepEqual(
    tab.result.fields.map((field) => field.dataType),
    ['int8', 'text'],
  )
  say(`read back as stored: ${Array.from(tab.result.rows, (row) => row.join(' ')).join(' | ')}`)

  screen.type('select nothing\nfrom nowhere')
  await screen.run()
  const error = screen.$error.get()
  assert(error, 'an error was expected')
  assert.match(error.title, /relation "nowhere" does not exist/)
  assert.deepEqual(
    screen.$marks.get().map((mark) => mark.startOffset),
    [20],
  )
  say(`an error with its position: ${error.title}`)

  await cancelLongRun(screen)
  say('a long run cancelled in the database')
  await writeAndConfirm(screen, `drop table ${table}`)
  await snippetFlow(deck, say, ref)
}

export async function waitForProject(deck: Deck, ref: string): Promise<void> {
  const { $view } = (await deck.open('projectHome', { ref })).screen
  type View = ReturnType<typeof $view.get>
  const ready = (view: View): view is View & { status: 'ready' } =>
    (view.status === 'ready' && view.badge.tone === 'good') || view.status === 'failed'
  const view = await waitFor($view, 'a healthy project', ready)
  assert.equal(view.status, 'ready')
}

export async function writeAndConfirm(screen: SqlEditorScreen, sql: string): Promise<void> {
  screen.type(sql)
  await screen.run()
  assert.equal(screen.$question.get()?.warning, 'This query contains write operations.')
  await screen.confirm()
  const state = screen.$run.get()
  assert.equal(state.status, 'success', JSON.stringify(state))
}

async function cancelLongRun(screen: SqlEditorScreen): Promise<void> {
  screen.type('select pg_sleep(60)')
  await screen.run()
  assert.equal(screen.$question.get()?.warning, 'This query involves running a function.')
  const ended = screen.confirm()
  const isRunning = (state: RunState): state is RunState & { status: 'running' } => state.status === 'running'
  await waitFor(screen.$run, 'the run', isRunning)
  // A cancel that overtakes its run finds nothing to stop, and is offered again.
  const stop = screen.$run.subscribe(
    (state) => void (isRunning(state) && !state.cancelling && screen.cancel()),
  )
  await ended
  stop()
  assert.equal(screen.$error.get()?.title, 'Cancelled')
}
