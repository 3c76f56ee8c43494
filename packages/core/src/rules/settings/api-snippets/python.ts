/**
 * A call in Python, by the client library of the family.
 * @rule api.python  @spec §2
 */
import type { ApiCall, SampleRow } from './api-call.js'
import type { SampleValue } from './sample-value.js'
import { columnWord, relationWord, selectWords, type ApiTarget } from './ways.js'

/** How a program begins. */
export function pythonStart({ address, key, role }: ApiTarget): string {
  const isSecret = role === 'service_role'
  return [
    ...(isSecret ? ['import os', ''] : []),
    'from supabase import create_client',
    '',
    `supabase = create_client(${text(address)}, ${isSecret ? 'os.environ["SECRET_KEY"]' : text(key)})`,
    ...(role === 'authenticated'
      ? ['# The access token of the user who signed in.', 'supabase.postgrest.auth(user_token)']
      : []),
    '',
  ].join('\n')
}

export function pythonCall(target: ApiTarget, call: ApiCall): string {
  const schema = target.isDefaultSchema ? [] : [`.schema(${text(target.schema)})`]
  const steps =
    call.call === 'function'
      ? [
          `.rpc(${text(relationWord(target.name))}, ${dictionary(call.arguments)}${call.isStable ? ', get=True' : ''})`,
        ]
      : [`.table(${text(relationWord(target.name))})`, ...STEPS[call.call](call as never)]
  const chain = [...schema, ...steps, '.execute()'].map((step) => `\n    ${step}`).join('')
  return `response = (\n    supabase${chain}\n)\n`
}

type Of<Name extends ApiCall['call']> = ApiCall & { call: Name }
const equals = ({ where: { column, value } }: { where: Of<'filter'>['where'] }) =>
  `.eq(${text(columnWord(column))}, ${literal(value)})`

const STEPS: { [Name in Exclude<ApiCall['call'], 'function'>]: (call: Of<Name>) => string[] } = {
  read: ({ columns }) => [`.select(${text(selectWords(columns))})`, '.limit(10)'],
  filter: (call) => [`.select(${text(selectWords(call.columns))})`, equals(call)],
  insert: ({ row }) => [`.insert(${dictionary(row)})`],
  update: (call) => [`.update(${dictionary(call.row)})`, equals(call)],
  delete: (call) => ['.delete()', equals(call)],
  upsert: ({ row, conflict }) => [
    `.upsert(${dictionary(row)}, on_conflict=${text(conflict.map(columnWord).join(','))})`,
  ],
}

function dictionary(row: SampleRow): string {
  const entries = Object.entries(row).map(([name, value]) => `${text(name)}: ${literal(value)}`)
  return `{${entries.join(', ')}}`
}

function literal(value: SampleValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? text(value) : JSON.stringify(value)
}

/** Python reads the escapes of JSON in its own texts. */
const text = (words: string): string => JSON.stringify(words)
