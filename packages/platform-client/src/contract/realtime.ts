/** Settings of a project's realtime service, and the tokens with which its inspector connects. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { REST_ROLES, type RestRole } from './impersonation.js'
import { inProject } from './permission.js'

/** What one project or one client may do at most. */
export interface RealtimeLimits {
  /** Channels that one connection may have joined. */
  channels_per_client: number
  /** Of the whole project. */
  joins_per_second: number
  /** Broadcasts that a project's clients send. */
  messages_per_second: number
  /** Changes of presence that a project's clients make. */
  presence_events_per_second: number
  /** Of one message, in units of 1000 bytes. */
  payload_kb: number
  /** Open connections of the project. */
  connections: number
}

/** How the realtime service of a project is set up. */
export interface RealtimeSettings {
  /** Off: every connection is refused. */
  enabled: boolean
  /** Only channels for which policies decide may be joined. */
  private_only: boolean
  limits: RealtimeLimits
}

/** What realtime is set up with until somebody changes it. Source: SERVICES §3.1. */
export const REALTIME_DEFAULTS: Readonly<RealtimeSettings> = {
  enabled: true,
  private_only: false,
  limits: {
    channels_per_client: 100,
    joins_per_second: 500,
    messages_per_second: 1000,
    presence_events_per_second: 1000,
    payload_kb: 3000,
    connections: 10_000,
  },
}

/** The settings, and the version that a change is made on. */
export interface RealtimeConfig extends RealtimeSettings {
  /** Changes with every change of the settings; sent back as `expected_version`. */
  version: string
}

const whole = (name: string, most: number) =>
  v.optional(
    v.pipe(
      v.number(`${name} must be a number`),
      v.integer(`${name} must be a whole number`),
      v.minValue(1, `${name} must be at least 1`),
      v.maxValue(most, `${name} must be at most ${most}`),
    ),
  )

/** What `updateRealtimeSettings` changes; an absent field stays as it is. */
export const realtimeChanges = v.object({
  enabled: v.optional(v.boolean()),
  private_only: v.optional(v.boolean()),
  limits: v.optional(
    v.object({
      channels_per_client: whole('channels_per_client', 10_000),
      joins_per_second: whole('joins_per_second', 100_000),
      messages_per_second: whole('messages_per_second', 1_000_000),
      presence_events_per_second: whole('presence_events_per_second', 1_000_000),
      payload_kb: whole('payload_kb', 5000),
      connections: whole('connections', 10_000),
    }),
  ),
  /** 409 `stale` with the stored settings when they were changed meanwhile. */
  expected_version: v.optional(v.string()),
})

/** Milliseconds for which a token of the inspector is valid. */
export const INSPECTOR_TOKEN_MS = 600_000

/** What `createRealtimeInspectorToken` takes. */
export const inspectorTokenBody = v.pipe(
  v.object({
    role: v.picklist(REST_ROLES),
    /** Of a user of the project, for the role authenticated. */
    user_id: v.optional(v.pipe(v.string(), v.uuid('user_id must be a UUID'))),
  }),
  v.check(
    ({ role, user_id }) => user_id === undefined || role === 'authenticated',
    'Only the role authenticated has a user',
  ),
)

/** With what the inspector connects. */
export interface RealtimeInspectorToken {
  /** The project's public key; of a project that has none, the token. */
  key: string
  access_token: string
  /** RFC 3339, UTC. */
  expires_at: string
  /** Where the service is, without `/websocket`. */
  endpoint: string
}

/** A role of the project's API, as the inspector's token has it. */
export type RealtimeRole = RestRole

const SETTINGS = '/platform/projects/{ref}/realtime/settings'
const REQUIRES = { ref: 'Project ref is required' }

/** How realtime is set up. */
export const getRealtimeSettings = endpoint({
  method: 'GET',
  path: SETTINGS,
  access: inProject('read', 'realtime'),
  response: gives<RealtimeConfig>(),
  requires: REQUIRES,
})
/** Changes realtime. Open connections follow within a second in every process. */
export const updateRealtimeSettings = endpoint({
  method: 'PATCH',
  path: SETTINGS,
  access: inProject('update', 'realtime'),
  audit: true,
  body: realtimeChanges,
  response: gives<RealtimeConfig>(),
  requires: REQUIRES,
})
/**
 * A token of ten minutes that tells the inspector also what a policy refused. Everybody who may read realtime may be `anon`;
 * the other roles are for callers who may hold a secret key (403 `forbidden`), and end with their maker's rights.
 */
export const createRealtimeInspectorToken = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/realtime/inspector-token',
  access: inProject('read', 'realtime'),
  carries: 'maybe service_key',
  audit: true,
  body: inspectorTokenBody,
  response: gives<RealtimeInspectorToken>(),
  requires: REQUIRES,
})
