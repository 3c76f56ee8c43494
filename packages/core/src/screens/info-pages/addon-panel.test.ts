import type { FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { InfoPageScreen } from './info-page.js'

let opened: OpenedScreen<InfoPageScreen>
afterEach(() => opened.end())

async function openCompute(prepare: (fake: FakePlatform) => void = () => undefined) {
  opened = await openScreen('addons', '/project/default/settings/addons?panel=compute_instance', (fake) => {
    fake.project.engine = 'cluster'
    prepare(fake)
  })
  const panel = opened.screen.addon
  if (!panel) throw new Error('The page has no add-ons')
  const shown = opened.watch(panel.$open, panel.$mayChange, panel.restart.$state)
  await opened.until(() => expect(shown()?.status).toBe('ready'))
  return { ...opened, panel, shown }
}

const chosen = (fake: FakePlatform) =>
  fake.requests.filter(({ method, path }) => method !== 'GET' && path.endsWith('/billing/addons')).length

test('a size names its memory, and what of it this machine gives', async () => {
  const { shown, until } = await openCompute()
  await until(() =>
    expect(shown()).toMatchObject({
      effect: expect.stringMatching(/Another size restarts the database\.$/),
      variants: [
        { name: 'Micro', memory: '1 GB of memory' },
        { name: 'Small', memory: '2 GB of memory' },
        { name: 'Large', memory: '8 GB of memory, of which this machine gives a database 4 GB' },
      ],
    }),
  )
})

test('a size is asked about before the database restarts; while it does, no other one can be chosen', async () => {
  const { panel, shown, fake, until, host } = await openCompute()
  await until(() => expect(panel.$mayChange.get()).toEqual({ disabled: false }))
  await until(() => expect(shown()).toMatchObject({ effect: expect.stringMatching(/restarts/) }))
  panel.choose('ci_small')
  expect(panel.restart.$state.get()).toMatchObject({
    status: 'open',
    subject: { title: 'Restart the database with the size Small?', confirmLabel: 'Choose Small' },
  })
  panel.restart.cancel()
  expect(chosen(fake)).toBe(0)
  panel.choose('ci_small')
  await panel.restart.confirm()
  expect(panel.restart.$state.get()).toEqual({ status: 'closed' })
  expect(fake.project.status).toBe('RESTORING')
  await until(() => expect(panel.$mayChange.get().hint).toMatch(/^The status of the project is changing/))
  expect(shown()).toMatchObject({ state: { isOn: true } })
  expect(host.notes.map(({ message }) => message)).toEqual(['The add-on was added'])
})

test('removing it is asked about too', async () => {
  const { panel, shown, fake, until } = await openCompute((fake) => {
    const variant = { identifier: 'ci_micro', name: 'Micro', price: 10 }
    fake.insight.addons['default'] = [
      {
        type: 'compute_instance',
        variant: { ...variant, price_interval: 'monthly', price_type: 'fixed' },
      },
    ]
  })
  await until(() => expect(shown()).toMatchObject({ effect: expect.stringMatching(/restarts/) }))
  panel.remove()
  expect(panel.restart.$state.get()).toMatchObject({
    subject: { title: 'Restart the database without Compute?', confirmLabel: 'Remove' },
  })
  await panel.restart.confirm()
  expect(fake.insight.addons['default']).toEqual([])
})

test('a refusal stays in the question, and nothing is lost', async () => {
  const { panel, shown, fake, until } = await openCompute()
  await until(() => expect(shown()).toMatchObject({ effect: expect.stringMatching(/restarts/) }))
  panel.choose('ci_small')
  fake.project.status = 'PAUSING'
  await panel.restart.confirm()
  expect(panel.restart.$state.get()).toMatchObject({
    status: 'open',
    problem: 'The project is changing right now; wait until that is done',
  })
})

test('a paused project takes a size without a question: it counts when the database starts', async () => {
  const { panel, shown, fake, until } = await openCompute((fake) => {
    fake.project.status = 'INACTIVE'
  })
  await until(() => expect(shown()).toMatchObject({ effect: expect.stringMatching(/when it starts\.$/) }))
  panel.choose('ci_small')
  await until(() => expect(shown()).toMatchObject({ state: { isOn: true } }))
  expect(panel.restart.$state.get()).toEqual({ status: 'closed' })
  expect(fake.project.status).toBe('INACTIVE')
})
