/** A request whose general parts were read: schema, preferences, media type, parameters. */
import type { AnswerFormat } from '../language/media-type.js'
import type { Preferences } from '../language/preferences.js'
import type { DataQuery } from '../language/query-string.js'
import type { DataRequest, DataSettings } from '../request.js'
import type { DataSchema } from '../schema/data-schema.js'

/** What all plans begin with. */
export interface Asked {
  schema: DataSchema
  settings: DataSettings
  request: DataRequest
  /** The schema of the request. */
  within: string
  preferences: Preferences
  format: AnswerFormat
  query: DataQuery
  /** `Prefer: tx=rollback`, where the owner permits it. */
  isRolledBack: boolean
}
