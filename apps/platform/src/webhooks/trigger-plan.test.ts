import { expect, test } from 'vitest'
import { planTriggers, type FoundTrigger, type WantedWebhook } from './trigger-plan.js'
import { createTriggerSql, triggerName, webhookOfTrigger } from './webhook-sql.js'

const ID = '6f0c2a3e-0000-4000-8000-00000000abcd'
const webhook: WantedWebhook = {
  id: ID,
  schema_name: 'public',
  table_name: 'todos',
  events: ['INSERT', 'DELETE'],
  enabled: true,
}
const name = triggerName({ webhookId: ID, events: webhook.events })
const found = (changes: Partial<FoundTrigger> = {}): FoundTrigger => ({
  name,
  schema: 'public',
  table: 'todos',
  mode: 'O',
  ...changes,
})
const wanted = { webhookId: ID, schema: 'public', table: 'todos', events: webhook.events }

test('the name of a trigger says which webhook it is of and what it tells', () => {
  expect(name).toBe('basedeck_webhook_6f0c2a3e00004000800000000000abcd_id')
  expect(name.length).toBeLessThan(64)
  expect(webhookOfTrigger(name)).toBe(ID)
  expect(webhookOfTrigger('basedeck_webhook_mine')).toBeUndefined()
  expect(createTriggerSql({ ...wanted, schema: 'a"b', table: 'c d' })).toContain('on "a""b"."c d"')
})

test.each<[string, WantedWebhook[], FoundTrigger[], ReturnType<typeof planTriggers>]>([
  ['a new webhook gets its trigger', [webhook], [], { drop: [], create: [wanted], renamed: [] }],
  ['what is right stays', [webhook], [found()], { drop: [], create: [], renamed: [] }],
  [
    'one that is off loses it',
    [{ ...webhook, enabled: false }],
    [found()],
    { drop: [found()], create: [], renamed: [] },
  ],
  ['one that is gone loses it', [], [found()], { drop: [found()], create: [], renamed: [] }],
  [
    'a trigger that was disabled is made again',
    [webhook],
    [found({ mode: 'D' })],
    { drop: [found({ mode: 'D' })], create: [wanted], renamed: [] },
  ],
  [
    'other events are another trigger',
    [{ ...webhook, events: ['UPDATE'] }],
    [found()],
    { drop: [found()], create: [{ ...wanted, events: ['UPDATE'] }], renamed: [] },
  ],
  [
    'a renamed table is followed',
    [webhook],
    [found({ table: 'tasks' })],
    { drop: [], create: [], renamed: [{ webhookId: ID, schema: 'public', table: 'tasks' }] },
  ],
  [
    'a strange trigger of that name goes',
    [webhook],
    [found(), found({ name: 'basedeck_webhook_x' })],
    { drop: [found({ name: 'basedeck_webhook_x' })], create: [], renamed: [] },
  ],
])('%s', (_what, webhooks, triggers, plan) => {
  expect(planTriggers(webhooks, triggers)).toEqual(plan)
})

test('the table that a member chose wins over the one where the trigger is', () => {
  const elsewhere = found({ table: 'former' })
  expect(planTriggers([webhook], [elsewhere], new Set([ID]))).toEqual({
    drop: [elsewhere],
    create: [wanted],
    renamed: [],
  })
})
