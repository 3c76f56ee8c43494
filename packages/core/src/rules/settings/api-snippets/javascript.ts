/**
 * A call in JavaScript, by the client library of the family.
 * @rule api.javascript  @spec §2
 */
import type { ApiCall, SampleRow } from './api-call.js'
import type { SampleValue } from './sample-value.js'
import { columnWord, relationWord, selectWords, type ApiTarget } from './ways.js'

/** How a program begins. */
export function javascriptStart({ address, key, role }: ApiTarget): string {
  const known = role === 'service_role' ? 'process.env.SECRET_KEY' : text(key)
  const client =
    role === 'authenticated'
      ? `createClient(${text(address)}, ${known}, {\n  // The access token of the user who signed in.\n  accessToken: async () => userToken,\n})`
      : `createClient(${text(address)}, ${known})`
  return `import { createClient } from '@supabase/supabase-js'\n\nconst supabase = ${client}\n`
}

export function javascriptCall(target: ApiTarget, call: ApiCall): string {
  const schema = target.isDefaultSchema ? '' : `.schema(${text(target.schema)})`
  const source = `.from(${text(relationWord(target.name))})`
  const steps = call.call === 'function' ? [rpc(target, call)] : [source, ...STEPS[call.call](call as never)]
  const chain = [...(schema === '' ? [] : [schema]), ...steps].map((step) => `\n  ${step}`).join('')
  return `const { data, error } = await supabase${chain}\n`
}

type Of<Name extends ApiCall['call']> = ApiCall & { call: Name }
const equals = ({ where: { column, value } }: { where: Of<'filter'>['where'] }) =>
  `.eq(${text(columnWord(column))}, ${literal(value)})`

const STEPS: { [Name in Exclude<ApiCall['call'], 'function'>]: (call: Of<Name>) => string[] } = {
  read: ({ columns }) => [`.select(${text(selectWords(columns))})`, '.limit(10)'],
  filter: (call) => [`.select(${text(selectWords(call.columns))})`, equals(call)],
  insert: ({ row }) => [`.insert(${object(row)})`],
  update: (call) => [`.update(${object(call.row)})`, equals(call)],
  delete: (call) => ['.delete()', equals(call)],
  upsert: ({ row, conflict }) => [
    `.upsert(${object(row)}, { onConflict: ${text(conflict.map(columnWord).join(','))} })`,
  ],
}

function rpc({ name }: ApiTarget, { arguments: given, isStable }: Of<'function'>): string {
  const values = Object.keys(given).length === 0 && !isStable ? '' : `, ${object(given)}`
  return `.rpc(${text(relationWord(name))}${values}${isStable ? ', { get: true }' : ''})`
}

function object(row: SampleRow): string {
  const entries = Object.entries(row).map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
    return `${key}: ${literal(value)}`
  })
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

function literal(value: SampleValue): string {
  return typeof value === 'string' ? text(value) : JSON.stringify(value)
}

/** JSON escapes what JavaScript does, and its quotes become single ones. */
function text(words: string): string {
  return `'${JSON.stringify(words).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
