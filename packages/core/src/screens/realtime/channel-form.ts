/** Which channel one listens to, and what one wants to hear of it. */
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import type { ChangeWishes, ChannelWishes } from '../../rules/realtime/channel-frames.js'
import { realtimeText } from '../../text/realtime.js'

const text = realtimeText.channel

/** Events of rows, `*` for all of them. */
export const CHANGE_EVENTS = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const

/** What is typed into the form of a channel. */
export interface ChannelValues {
  channel: string
  isPrivate: boolean
  hearsPresence: boolean
  hearsChanges: boolean
  event: ChangeWishes['event']
  /** `schema.table` as the list of published tables has it; empty: all of them. */
  table: string
  filter: string
}

const FILTER = /^\s*\w[\w$]*=(not\.)?\w+\..+$/s
const FIRST: ChannelValues = {
  channel: '',
  isPrivate: false,
  hearsPresence: true,
  hearsChanges: false,
  event: '*',
  table: '',
  filter: '',
}
const schema = v.pipe(
  v.object({
    channel: v.pipe(v.string(), v.trim(), v.nonEmpty(text.nameWanted)),
    isPrivate: v.boolean(),
    hearsPresence: v.boolean(),
    hearsChanges: v.boolean(),
    event: v.picklist(CHANGE_EVENTS),
    table: v.string(),
    filter: v.string(),
  }),
  v.forward(
    v.check(
      ({ hearsChanges, filter }) => !hearsChanges || filter.trim() === '' || FILTER.test(filter),
      text.filterForm,
    ),
    ['filter'],
  ),
  v.forward(
    v.check(
      ({ hearsChanges, filter, table }) => !hearsChanges || filter.trim() === '' || table !== '',
      text.filterNeedsTable,
    ),
    ['filter'],
  ),
)

/** A table that can be chosen: its value in the form, and its parts. */
export interface PublishedTable {
  schema: string
  name: string
}

/** The value of a table in the form. */
export function tableValue({ schema: of, name }: PublishedTable): string {
  return JSON.stringify([of, name])
}

/** @param join called with what is wanted; the form keeps its values */
export function createChannelForm(join: (wishes: ChannelWishes) => void): Form<ChannelValues> {
  const form = createForm({
    schema,
    initial: FIRST,
    async submit(values) {
      join(wishesOf(values))
      form.start(values)
    },
  })
  return form
}

function wishesOf({
  channel,
  isPrivate,
  hearsPresence,
  hearsChanges,
  ...values
}: ChannelValues): ChannelWishes {
  return { channel, isPrivate, hearsPresence, changes: hearsChanges ? changesOf(values) : null }
}

function changesOf({
  event,
  table,
  filter,
}: Pick<ChannelValues, 'event' | 'table' | 'filter'>): ChangeWishes {
  if (table === '') return { event, schema: '*', table: '*', filter: '' }
  const [of, name] = JSON.parse(table) as [string, string]
  return { event, schema: of, table: name, filter }
}
