import { expect, test } from 'vitest'
import { codeOf as code } from './testing/snippet-stage.js'

test('in JavaScript', () => {
  expect(code('javascript').join('\n')).toBe(`import { createClient } from '@supabase/supabase-js'

const supabase = createClient('http://127.0.0.1:8788/default', 'sb_publishable_1')

const { data, error } = await supabase
  .from('orders')
  .select('*')
  .limit(10)

const { data, error } = await supabase
  .from('orders')
  .select('id,"a b"')
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .insert({ total: 1, note: 'it\\'s "so"' })

const { data, error } = await supabase
  .from('orders')
  .update({ open: true })
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .delete()
  .eq('id', 1)

const { data, error } = await supabase
  .from('orders')
  .upsert({ id: 1, tags: [] }, { onConflict: 'id' })

const { data, error } = await supabase
  .rpc('orders', { customer: 1 }, { get: true })

const { data, error } = await supabase
  .rpc('orders')
`)
})
