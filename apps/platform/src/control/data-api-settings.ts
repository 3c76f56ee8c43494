/** How the data API of a project is set up: the defaults, and what its members changed. */
import {
  DATA_API_DEFAULTS,
  type DataApiConfig,
  type DataApiSettings,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** Undefined: there is no such project. */
export async function dataApiConfigOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<DataApiConfig | undefined> {
  const [row] = await control.selectOften<{ data_api: Partial<DataApiSettings> | null; version: string }>(
    `select data_api, ${VERSION} as version from control.projects where ref = $1`,
    [ref],
  )
  return row && { enabled: false, ...DATA_API_DEFAULTS, ...row.data_api, version: row.version }
}

/** @param expected the version that the change is made on; absent: any. Another one touches no row. */
export function changeDataApi(
  ref: string,
  changes: Partial<DataApiSettings>,
  expected: string | undefined,
): ControlStatement {
  return {
    sql: `update control.projects set data_api = coalesce(data_api, '{}') || $2::jsonb
      where ref = $1 and ($3::text is null or ${VERSION} = $3)`,
    parameters: [ref, JSON.stringify(changes), expected],
    expect: 1,
  }
}

const VERSION = `md5(coalesce(data_api::text, ''))`
