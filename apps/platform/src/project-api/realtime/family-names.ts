/** Words that clients of the family match in the channel protocol. SERVICES §3.1. */

export const HEARTBEAT_TOPIC = 'phoenix'
export const TOPIC_PREFIX = 'realtime:'

export const EVENTS = {
  join: 'phx_join',
  leave: 'phx_leave',
  reply: 'phx_reply',
  close: 'phx_close',
  heartbeat: 'heartbeat',
  accessToken: 'access_token',
  broadcast: 'broadcast',
  presence: 'presence',
  presenceState: 'presence_state',
  presenceDiff: 'presence_diff',
  system: 'system',
  changes: 'postgres_changes',
} as const

/** Why a channel is refused; each stands before its sentence. */
export type ChannelRefusal =
  | 'TopicNameRequired'
  | 'InvalidJWTToken'
  | 'MalformedJWT'
  | 'JwtSignatureError'
  | 'Unauthorized'
  | 'ChannelRateLimitReached'
  | 'ClientJoinRateLimitReached'
  | 'ClientPresenceRateLimitReached'
  | 'PrivateOnly'
  | 'UnableToReplayMessages'
  | 'UnableToConnectToProject'
  | 'RealtimeDisabledForTenant'

/** Tokens that begin so are keys, which a channel takes for nothing: the key of the connection counts. */
export const KEY_PREFIX = 'sb_'

/** Tables whose changes are sent are in it. */
export const PUBLICATION = 'supabase_realtime'

/** What the database sends is a row of it. */
export const MESSAGES = { schema: 'realtime', table: 'messages' } as const
export const MESSAGES_PUBLICATION = 'supabase_realtime_messages'

/** The extension of a `system` message. */
export type SystemExtension = 'system' | 'postgres_changes' | 'policies'
