/**
 * What is typed for a webhook, and what the platform is sent: headers are lines, the table is one choice.
 * @rule settings.webhook-form  @spec §2
 */
import type { WebhookEvent } from '@basedeck/platform-client'

/** A header; without a value, it keeps the one that it has. */
export interface TypedHeader {
  name: string
  value?: string
}

/** Headers of a text, one a line. Empty lines are left out. */
export function headersIn(text: string): { line: number; header: TypedHeader }[] {
  return text.split('\n').flatMap((typed, index) => {
    const line = index + 1
    const colon = typed.indexOf(':')
    if (typed.trim() === '') return []
    const name = (colon === -1 ? typed : typed.slice(0, colon)).trim()
    return [{ line, header: colon === -1 ? { name } : { name, value: typed.slice(colon + 1).trim() } }]
  })
}

/** The value of a table in a form. */
export function tableChoice(schema: string, table: string): string {
  return JSON.stringify([schema, table])
}

/** Undefined for what is no such value. */
export function chosenTable(choice: string): { schema: string; table: string } | undefined {
  if (choice === '') return undefined
  const [schema = '', table = ''] = JSON.parse(choice) as string[]
  return { schema, table }
}

/** In the order of the contract. */
export function chosenEvents(typed: {
  inserts: boolean
  updates: boolean
  deletes: boolean
}): WebhookEvent[] {
  const { inserts, updates, deletes } = typed
  return [
    ...(inserts ? (['INSERT'] as const) : []),
    ...(updates ? (['UPDATE'] as const) : []),
    ...(deletes ? (['DELETE'] as const) : []),
  ]
}
