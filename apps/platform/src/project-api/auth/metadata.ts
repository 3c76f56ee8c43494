/** Metadata of a user. It is part of each access token, so its size is bounded by what a server takes as a header. */
import type { BatchStatement } from '../../engines/engine.js'
import { AuthError } from './auth-error.js'

const MOST_BYTES = 8192

/** What it will be; a member that is null is removed. @throws AuthError validation_failed */
export function mergedMetadata(
  known: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null),
  )
  if (Buffer.byteLength(JSON.stringify(merged)) > MOST_BYTES) throw tooLarge()
  return merged
}

/** Two changes at once are both kept. */
export function metadataStatement(
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  userId: string,
  changes: Readonly<Record<string, unknown>>,
): BatchStatement {
  const removed = Object.keys(changes).filter((name) => changes[name] === null)
  return {
    query: `update auth.users set updated_at = now(),
        ${column} = (coalesce(${column}, '{}') || $2::jsonb) - (select coalesce(array_agg(name), '{}') from jsonb_array_elements_text($3::jsonb) name)
      where id = $1`,
    parameters: [userId, JSON.stringify(changes), JSON.stringify(removed)],
    expectRows: 1,
  }
}

/** What is there goes. @param json text of a JSON object @throws AuthError validation_failed */
export function replacedMetadataStatement(
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  userId: string,
  json: string,
): BatchStatement {
  metadataIn(json)
  return {
    query: `update auth.users set updated_at = now(), ${column} = $2::jsonb where id = $1`,
    parameters: [userId, json],
    expectRows: 1,
  }
}

/** @param json text of a JSON object @throws AuthError validation_failed */
export function metadataIn(json: string): Record<string, unknown> {
  if (Buffer.byteLength(json) > MOST_BYTES) throw tooLarge()
  try {
    const value: unknown = JSON.parse(json)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isObject && !json.includes(String.raw`\u0000`)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new AuthError('validation_failed', { message: 'Metadata must be a JSON object' })
}

function tooLarge(): AuthError {
  return new AuthError('validation_failed', {
    message: `Metadata must not be larger than ${MOST_BYTES} bytes`,
  })
}
