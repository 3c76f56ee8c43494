import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import type { ScreenName, ScreenOf } from '../pages.js'
import { FUNCTION_TEMPLATES } from '../../text/function-templates.js'
import { functionsText as text } from '../../text/functions.js'
import { grantOnly, openScreen, type OpenedScreen } from '../../testing/open-screen.js'

let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

const FILES = [
  { name: 'index.ts', content: 'Deno.serve(() => new Response("1"))\n' },
  { name: 'lib/dates.ts', content: 'export const day = 1\n' },
]

async function open<Name extends ScreenName>(
  name: Name,
  path: string,
  prepare: (fake: FakePlatform) => void = () => undefined,
): Promise<OpenedScreen<ScreenOf<Name>>> {
  const opened = await openScreen(name, `/project/default/functions${path}`, prepare)
  ends.push(opened.end)
  return opened
}

/** The page of a new function, once it is known that one may make it. */
async function openNew() {
  const opened = await open('newFunction', '/new')
  opened.watch(opened.screen.$mayChange)
  await opened.until(() => expect(opened.screen.$mayChange.get()).toEqual({ disabled: false }))
  return opened
}

/** A project with the function `hello` in two versions. */
async function openHello() {
  const first = await openNew()
  const { screen } = first
  first.watch(screen.code.form.$values, screen.naming.$values)
  screen.naming.set('name', 'hello')
  screen.code.form.set('files', FILES)
  await screen.deploy()
  await first.until(() => expect(first.host.navigation.current().pathname).toMatch(/functions\/hello$/))
  const page = first.deck.$screen.get() as unknown as { name: string; screen: ScreenOf<'edgeFunction'> }
  await first.until(() => expect(first.deck.$screen.get().name).toBe('edgeFunction'))
  const hello = (first.deck.$screen.get() as unknown as typeof page).screen
  first.watch(hello.$name, hello.$hasCode, hello.code.$open, hello.$newer, hello.versions.$rows)
  first.watch(hello.versions.$comparison, hello.settings.$values, hello.attempt.$state, hello.$logs)
  await first.until(() => expect(hello.$hasCode.get().status).toBe('ready'))
  return { ...first, hello }
}

test('without functions the list is empty; one that is there has its calls of the day and its address', async () => {
  const { hello: _page, deck, fake, until } = await openHello()
  fake.functions.stats.push({ slug: 'hello', calls: 10, errors: 2, p50_ms: 3, p95_ms: 1200 })
  await deck.open('/project/default/functions')
  await until(() => expect(deck.$screen.get().name).toBe('edgeFunctions'))
  const { screen } = deck.$screen.get() as unknown as { screen: ScreenOf<'edgeFunctions'> }
  const stop = screen.functions.$rows.subscribe(() => undefined)
  ends.push(stop)
  await until(() => {
    const rows = screen.functions.$rows.get()
    expect(rows.status === 'ready' && rows.data).toMatchObject([
      { slug: 'hello', calls: 10, errors: 2, p50: 3, p95: 1200, needsToken: true, version: 1 },
    ])
    expect(rows.status === 'ready' && rows.data[0]?.address).toMatch(/\/functions\/v1\/hello$/)
  })
})

test('what can’t run says which command helps, and a wall that is weaker is told', async () => {
  const { screen, watch, until } = await open('edgeFunctions', '', (fake) => {
    Object.assign(fake.functions.runtime, {
      available: false,
      reason: 'No Deno',
      command: 'basedeck functions install',
    })
  })
  const notice = watch(screen.$notice)
  await until(() =>
    expect(notice()).toMatchObject({
      isBlocking: true,
      sentences: ['No Deno'],
      command: 'basedeck functions install',
    }),
  )
})

test('a function is deleted by its name, and a reader is told why not', async () => {
  const { deck, host, until } = await openHello()
  await deck.open('/project/default/functions')
  await until(() => expect(deck.$screen.get().name).toBe('edgeFunctions'))
  const { screen } = deck.$screen.get() as unknown as { screen: ScreenOf<'edgeFunctions'> }
  ends.push(screen.functions.$rows.subscribe(() => undefined))
  await until(() => expect(screen.functions.$rows.get()).toMatchObject({ data: [{ slug: 'hello' }] }))
  screen.deletion.ask({ name: 'hello', slug: 'hello' })
  await screen.deletion.confirm('hello')
  expect(host.notes.at(-1)?.message).toBe(text.list.deleted('hello'))
  await until(() => expect(screen.functions.$rows.get()).toMatchObject({ data: [] }))
})

test.each([
  ['', text.fresh.nameWanted],
  ['../x', text.fresh.nameWanted],
  ['1st', text.fresh.nameWanted],
  ['secrets', text.fresh.nameReserved],
  ['New', text.fresh.nameReserved],
])('a new function can’t be called %j', async (name, problem) => {
  const { screen, watch } = await openNew()
  const problems = watch(screen.naming.$problems, screen.code.form.$values)
  screen.naming.set('name', name)
  await screen.deploy()
  expect(problems()).toEqual({ name: problem })
})

test('a template fills the file, and another one takes its place', async () => {
  const { screen, watch } = await openNew()
  const opened = watch(screen.code.$open, screen.code.$files)
  expect(opened()).toMatchObject({
    name: 'index.ts',
    content: FUNCTION_TEMPLATES[0]?.code,
    language: 'typescript',
  })
  screen.choose('rows')
  expect(opened()?.content).toBe(FUNCTION_TEMPLATES.find(({ key }) => key === 'rows')?.code)
})

test('what a refused deploy says is shown with its place, and what was typed stays', async () => {
  const { screen, watch, fake } = await openNew()
  const output = watch(screen.code.$output, screen.code.form.$values)
  fake.functions.output.push({
    level: 'error',
    text: 'Cannot find name x',
    file: 'index.ts',
    line: 3,
    column: 7,
  })
  screen.naming.set('name', 'broken')
  screen.code.type('x')
  await screen.deploy()
  expect(output()).toMatchObject({
    isRefused: true,
    lines: [{ level: 'error', place: 'index.ts:3:7', text: 'Cannot find name x' }],
  })
  expect(screen.code.form.$values.get().files[0]?.content).toBe('x')
})

test('files are added, renamed and deleted; the entry is followed', async () => {
  const { hello } = await openHello()
  const { code } = hello
  code.addFile()
  code.path.set('path', '../x.ts')
  await code.path.submit()
  expect(code.path.$problems.get()).toEqual({ path: text.code.problems.outside })
  code.path.set('path', 'deno.json')
  await code.path.submit()
  expect(code.$open.get()).toMatchObject({ name: 'deno.json', content: '', language: 'json' })
  code.renameFile('index.ts')
  expect(code.path.$values.get().path).toBe('index.ts')
  code.path.set('path', 'main.ts')
  await code.path.submit()
  expect(code.$files.get().find(({ isEntry }) => isEntry)?.name).toBe('main.ts')
  code.deleteFile('deno.json')
  expect(code.$files.get().map(({ name }) => name)).toEqual(['lib/dates.ts', 'main.ts'])
})

test('what is typed is kept until it is deployed, and a version of somebody else is told', async () => {
  const { hello, deck, until } = await openHello()
  hello.code.open('lib/dates.ts')
  hello.code.type('export const day = 2\n')
  await deck.open('/project/default/functions')
  await until(() => expect(deck.$screen.get().name).toBe('edgeFunctions'))
  await deck.open('/project/default/functions/hello')
  await until(() => expect(deck.$screen.get().name).toBe('edgeFunction'))
  const again = (deck.$screen.get() as unknown as { screen: ScreenOf<'edgeFunction'> }).screen
  ends.push(
    again.$hasCode.subscribe(() => undefined),
    again.$newer.subscribe(() => undefined),
  )
  const contentOf = () =>
    again.code.form.$values.get().files.find(({ name }) => name === 'lib/dates.ts')?.content
  await until(() => expect(contentOf()).toBe('export const day = 2\n'))
  await again.code.form.submit()
  await until(() =>
    expect(again.versions.$rows.get()).toMatchObject({
      data: [{ version: 2, isServed: true }, { version: 1 }],
    }),
  )
  expect(again.code.form.$isChanged.get()).toBe(false)
})

test('versions are compared with the one that answers calls, and rolled back', async () => {
  const { hello, host, until } = await openHello()
  hello.code.open('index.ts')
  hello.code.type('Deno.serve(() => new Response("2"))\n')
  await hello.code.form.submit()
  await until(() =>
    expect(hello.versions.$rows.get()).toMatchObject({
      data: [{ version: 2, isServed: true }, { version: 1 }],
    }),
  )
  const rows = hello.versions.$rows.get()
  const former = rows.status === 'ready' ? rows.data[1] : undefined
  if (!former) throw new Error('There is no former version')
  const [compare, rollBack] = hello.versions.actions(former)
  compare?.run()
  await until(() =>
    expect(hello.versions.$comparison.get()?.files).toMatchObject({
      data: [{ name: 'index.ts', before: FILES[0]?.content }],
    }),
  )
  rollBack?.run()
  await hello.versions.rollback.confirm()
  expect(host.notes.at(-1)?.message).toBe(text.versions.rolledBackTo(3))
  await until(() => expect(hello.code.$open.get()?.content).toBe(FILES[0]?.content))
})

test('settings outside of their ends are told at their field, and saved when they fit', async () => {
  const { hello, host, until } = await openHello()
  await until(() => expect(hello.settings.$values.get().memory_mb).toBe('256'))
  hello.settings.set('timeout_seconds', '0')
  await hello.settings.submit()
  expect(hello.settings.$problems.get()).toMatchObject({ timeout_seconds: text.settings.outside(1, 400) })
  hello.settings.set('timeout_seconds', '10')
  hello.settings.set('verify_jwt', false)
  expect(await hello.settings.submit()).toEqual({ type: 'done' })
  expect(host.notes.at(-1)?.message).toBe(text.settings.saved)
})

test('a call carries method, path, headers, body and key; its answer is shown with its headers', async () => {
  const { hello, host } = await openHello()
  const { attempt } = hello
  host.apiAnswer = {
    status: 500,
    type: 'application/json',
    headers: { 'x-a': '1' },
    text: '{"a":1}',
    isCut: false,
  }
  attempt.form.set('headers', 'authorization: x')
  await attempt.form.submit()
  expect(attempt.form.$problems.get()).toEqual({ headers: text.try.headerProblems.own(1) })
  attempt.form.set('headers', 'X-Mine: 1')
  attempt.form.set('method', 'PUT')
  attempt.form.set('path', '/a?b=1')
  attempt.form.set('body', 'text')
  await attempt.form.submit()
  expect(host.asked.at(-1)).toMatchObject({
    url: expect.stringMatching(/\/functions\/v1\/hello\/a\?b=1$/) as string,
    method: 'PUT',
    headers: { 'x-mine': '1', authorization: expect.stringMatching(/^Bearer ./) as string },
    body: 'text',
  })
  expect(attempt.$state.get()).toMatchObject({
    status: 'answered',
    isRefused: true,
    headers: [['x-a', '1']],
    body: '{\n  "a": 1\n}',
  })
  host.apiAnswer = null
  await attempt.form.submit()
  expect(attempt.$state.get()).toEqual({ status: 'failed', message: text.try.unreachable })
})

test('secrets are taken from a .env text, without names of the platform; values are not shown', async () => {
  const { screen, watch, until, host } = await open('functionSecrets', '/secrets')
  const rows = watch(screen.secrets.$rows, screen.$found)
  await until(() => expect(rows()).toMatchObject({ data: [] }))
  screen.add()
  screen.addition.set('text', 'SUPABASE_URL=x')
  expect(screen.$found.get()).toEqual({
    note: text.secrets.found(0),
    problems: [text.secrets.reserved('SUPABASE_URL')],
  })
  await screen.addition.submit()
  expect(screen.addition.$problems.get()).toEqual({ text: text.secrets.nothing })
  screen.addition.set('text', 'TOKEN=one\nOTHER="two"')
  await screen.addition.submit()
  expect(host.notes.at(-1)?.message).toBe(text.secrets.saved(2))
  await until(() => expect(rows()).toMatchObject({ data: [{ name: 'OTHER' }, { name: 'TOKEN' }] }))
  expect(JSON.stringify(rows())).not.toContain('one')
  screen.deletion.ask('TOKEN')
  await screen.deletion.confirm()
  await until(() => expect(rows()).toMatchObject({ data: [{ name: 'OTHER' }] }))
})

test('who only reads sees the code and is told why it can’t be changed', async () => {
  const { screen, watch, until } = await open('edgeFunctions', '', (fake) => grantOnly(fake, ['read', '%']))
  const may = watch(screen.$mayChange)
  await until(() => expect(may()).toEqual({ disabled: true, hint: text.list.mayNot }))
})
