import { expect, test } from 'vitest'
import { codeOf as code } from './testing/snippet-stage.js'

test('in Python', () => {
  expect(code('python').join('\n')).toBe(`from supabase import create_client

supabase = create_client("http://127.0.0.1:8788/default", "sb_publishable_1")

response = (
    supabase
    .table("orders")
    .select("*")
    .limit(10)
    .execute()
)

response = (
    supabase
    .table("orders")
    .select("id,\\"a b\\"")
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .insert({"total": 1, "note": "it's \\"so\\""})
    .execute()
)

response = (
    supabase
    .table("orders")
    .update({"open": True})
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .delete()
    .eq("id", 1)
    .execute()
)

response = (
    supabase
    .table("orders")
    .upsert({"id": 1, "tags": []}, on_conflict="id")
    .execute()
)

response = (
    supabase
    .rpc("orders", {"customer": 1}, get=True)
    .execute()
)

response = (
    supabase
    .rpc("orders", {})
    .execute()
)
`)
})
