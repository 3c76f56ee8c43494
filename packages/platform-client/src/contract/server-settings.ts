/** Settings of PostgreSQL that a project's database runs with. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/**
 * What a change does: connections that are opened from then on have it, all connections have it at once, or the database
 * restarts, which ends every connection.
 */
export type SettingEffect = 'new_connections' | 'at_once' | 'restart'

/** A setting, as `pg_settings` describes it. */
export interface ServerSetting {
  name: string
  /** With its unit where PostgreSQL names one: `128MB`. */
  value: string
  /** PostgreSQL's own. */
  default_value: string
  /** Whether somebody set it for this database or its server. */
  is_changed: boolean
  category: string
  description: string
  type: 'bool' | 'integer' | 'real' | 'string' | 'enum'
  /** Of numbers, in `unit`. */
  min: string | null
  max: string | null
  /** `8kB`, `ms`, …; null: none. */
  unit: string | null
  /** Of an enum. */
  choices: string[] | null
  effect: SettingEffect
  /** Why it can't be changed here; null: it can. */
  fixed: string | null
}

/** The settings of a database. */
export interface ServerSettings {
  /** By category, then by name. */
  settings: ServerSetting[]
  /** The server did not start with the value that was tried last, so that it has the previous one again; null: it did. */
  refused: { name: string; value: string; reason: string } | null
}

/** Characters of a value. */
export const SETTING_VALUE_MAX = 1000

/** What `updateServerSetting` takes. */
export const settingBody = v.strictObject({
  /** As `SET` takes it: `64MB`, `5min`, `on`. Null: as if nobody had set it. */
  value: v.nullable(
    v.pipe(
      v.string('value must be a text or null'),
      v.maxLength(SETTING_VALUE_MAX, `A value has at most ${SETTING_VALUE_MAX} characters`),
      v.check((text) => !text.includes('\0'), 'A value has no zero byte'),
    ),
  ),
  /** Needed where the effect is a restart. Default false. */
  restarts: v.optional(v.boolean()),
})

const PATH = '/platform/database/{ref}/settings'
const REQUIRES = { ref: 'Project ref is required' }

/** The settings of the project's database. */
export const listServerSettings = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<ServerSettings>(),
  requires: REQUIRES,
})

/**
 * Sets one of them. 400 with PostgreSQL's fields when it refuses the value; 409 `setting_fixed` where it can't be changed here,
 * `restart_needed` where the caller did not agree to a restart. A server that does not start with the value gets the previous
 * one back: `refused` then says so.
 */
export const updateServerSetting = endpoint({
  method: 'PATCH',
  path: `${PATH}/{name}`,
  params: { name: v.pipe(v.string(), v.regex(/^[A-Za-z_][\w.]{0,62}$/, 'name must be that of a setting')) },
  access: inProject('update', 'project_settings'),
  servedBy: 'holder',
  audit: true,
  body: settingBody,
  response: gives<ServerSettings>(),
  requires: REQUIRES,
})
