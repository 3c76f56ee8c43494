import { expect, test } from 'vitest'
import { indexMethod } from './index-method.js'

test.each([
  ['CREATE INDEX notes_idx ON public.notes USING btree (id)', 'btree (id)'],
  [
    'CREATE UNIQUE INDEX "a USING b" ON public."c USING d" USING gin (words) WHERE (x = \' USING \')',
    "gin (words) WHERE (x = ' USING ')",
  ],
  ['something else', 'something else'],
])('%s', (definition, method) => expect(indexMethod(definition)).toBe(method))
