import { expect, test } from 'vitest'
import { DatabaseError, type BatchRequest } from '../engines/engine.js'
import { SERVICE } from './storage-actor.js'
import { askStorage } from './storage-database.js'

const refusing = (code: string, message: string) => ({
  batch: () => Promise.reject(new DatabaseError({ code, message, formattedError: message })),
})
const ask = (host: Parameters<typeof askStorage>[0]) =>
  askStorage(host, 'ref', SERVICE, [{ query: 'select 1' }])

test.each([
  ['42P01', 'relation "storage.buckets" does not exist', 'storage_not_prepared'],
  ['42703', 'column o.parent does not exist', 'storage_not_prepared'],
  ['42883', 'function storage.list_folder(text) does not exist', 'storage_not_prepared'],
  ['22023', 'role "service_role" does not exist', 'storage_not_prepared'],
  ['42501', 'new row violates row-level security policy for table "objects"', 'storage_denied'],
  ['23505', 'duplicate key value violates unique constraint "buckets_pkey"', 'bucket_exists'],
  ['23505', 'duplicate key value violates unique constraint "buckets_name_key"', 'bucket_exists'],
  ['23505', 'duplicate key value violates unique constraint "objects_bucket_id_name_key"', 'object_exists'],
  [
    '23503',
    'insert or update on table "objects" violates foreign key constraint "objects_bucket_id_fkey"',
    'bucket_not_found',
  ],
  [
    '23503',
    'update or delete on table "buckets" violates foreign key constraint "objects_bucket_id_fkey" on table "objects"',
    'bucket_not_empty',
  ],
  ['23514', 'new row for relation "objects" violates check constraint "objects_name_check"', 'invalid_path'],
])('%s “%s” means %s', async (code, message, meaning) => {
  await expect(ask(refusing(code, message))).rejects.toMatchObject({ name: 'DomainError', code: meaning })
})

test.each([
  ['42883', 'function audit.note(text) does not exist'],
  ['23505', 'duplicate key value violates unique constraint "mine"'],
  ['23514', 'new row violates check constraint "mine"'],
  ['P0001', 'a trigger of the project says no'],
])('%s “%s” stays PostgreSQL’s own report', async (code, message) => {
  await expect(ask(refusing(code, message))).rejects.toBeInstanceOf(DatabaseError)
})

test('statements run as the role, in one transaction', async () => {
  let asked: BatchRequest | undefined
  const batch = async (_ref: string, request: BatchRequest) => {
    asked = request
    return { type: 'mismatch' as const, index: 1, expected: 1, rows: 0, durationMs: 1 }
  }
  const actor = { role: 'authenticated' as const, claims: { sub: 'ada' } }
  const statements = [{ query: 'a' }, { query: 'b', expectRows: 1 }]
  expect(await askStorage({ batch }, 'ref', actor, statements)).toEqual({ ok: false, mismatch: 1 })
  expect(asked).toMatchObject({
    statements,
    timeoutMs: 8000,
    role: { type: 'rest', role: 'authenticated', claims: { sub: 'ada' } },
  })
})

test.each([
  ['anon', 3000],
  ['authenticated', 8000],
  ['service_role', 60_000],
] as const)('a statement of %s ends after %i ms', async (role, timeoutMs) => {
  let asked: BatchRequest | undefined
  const batch = async (_ref: string, request: BatchRequest) => {
    asked = request
    return { type: 'committed' as const, results: [], durationMs: 1 }
  }
  await askStorage({ batch }, 'ref', { role, claims: {} }, [])
  expect(asked?.timeoutMs).toBe(timeoutMs)
  await askStorage({ batch }, 'ref', { role, claims: {} }, [], { timeoutMs: 0 })
  expect(asked?.timeoutMs).toBe(0)
})
