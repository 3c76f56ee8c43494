/** How realtime of a project is set up: the defaults, and what its members changed. */
import {
  REALTIME_DEFAULTS,
  type RealtimeConfig,
  type RealtimeLimits,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** What a change sets; an absent field stays. */
export interface RealtimeChanges {
  enabled?: boolean | undefined
  private_only?: boolean | undefined
  limits?: { [Limit in keyof RealtimeLimits]?: number | undefined } | undefined
}

interface Row {
  realtime: RealtimeChanges | null
  version: string
}

/** Undefined: there is no such project. */
export async function realtimeConfigOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<RealtimeConfig | undefined> {
  const [row] = await control.selectOften<Row>(
    `select realtime, ${VERSION} as version from control.projects where ref = $1`,
    [ref],
  )
  if (!row) return undefined
  const limits = { ...REALTIME_DEFAULTS.limits, ...row.realtime?.limits }
  return { ...REALTIME_DEFAULTS, ...row.realtime, limits, version: row.version } as RealtimeConfig
}

/** @param expected the version that the change is made on; absent: any. Another one touches no row. */
export function changeRealtime(
  ref: string,
  { limits = {}, ...changes }: RealtimeChanges,
  expected: string | undefined,
): ControlStatement {
  return {
    sql: `update control.projects set realtime = coalesce(realtime, '{}') || $2::jsonb
          || jsonb_build_object('limits', coalesce(realtime->'limits', '{}') || $4::jsonb)
      where ref = $1 and ($3::text is null or ${VERSION} = $3)`,
    parameters: [ref, JSON.stringify(changes), expected, JSON.stringify(limits)],
    expect: 1,
  }
}

const VERSION = `md5(coalesce(realtime::text, ''))`
