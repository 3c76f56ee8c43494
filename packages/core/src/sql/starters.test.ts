import { expect, test } from 'vitest'
import { starter } from './starters.js'

test('a starter names the schema that is shown, quoted', () => {
  expect(starter('tables', 'odd "one"')).toMatch(/^create table "odd ""one"""\."items" \(/)
  expect(starter('types', 'public')).toBe(
    `create type "public"."order_status" as enum ('open', 'paid', 'sent');`,
  )
})
