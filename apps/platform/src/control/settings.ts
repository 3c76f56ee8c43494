/** A few values of the installation itself. */
import type { ControlDatabase, ControlStatement } from './control-database.js'

export async function readSetting(control: ControlDatabase, name: string): Promise<string | undefined> {
  const [row] = await control.select<{ value: string }>(
    'select value from control.settings where name = $1',
    [name],
  )
  return row?.value
}

export function writeSetting(name: string, value: string): ControlStatement {
  return {
    sql: `insert into control.settings (name, value) values ($1, $2)
      on conflict (name) do update set value = excluded.value`,
    parameters: [name, value],
  }
}
