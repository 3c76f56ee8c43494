/** What a channel may do. Of a public one: all; of a private one: what the policies of the project's messages say. */
export interface ChannelRights {
  readsBroadcasts: boolean
  readsPresence: boolean
  writesBroadcasts: boolean
  writesPresence: boolean
  /** Why the database refused to write, as the inspector is told it. */
  refusal?: string | undefined
}

export const PUBLIC_RIGHTS: ChannelRights = {
  readsBroadcasts: true,
  readsPresence: true,
  writesBroadcasts: true,
  writesPresence: true,
}
