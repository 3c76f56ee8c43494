/** Folders as rows. Only their owner sees them. */
import type { SqlFolder } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import type { Reader } from './snippets.js'

const COLUMNS = 'id, name, owner_id, project_id, parent_id'

/** By name: the folders in `parentId`, or all, whose name has each of `names` in it. */
export function foldersOf(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  {
    parentId,
    names: [name = '', more = ''] = [],
  }: { parentId?: string; names?: (string | undefined)[] } = {},
): Promise<SqlFolder[]> {
  return control.select<SqlFolder>(
    `select ${COLUMNS} from control.sql_folders where project_id = $1 and owner_id = $2
       and ($3::uuid is null or parent_id = $3::uuid) and strpos(lower(name), lower($4)) > 0
       and strpos(lower(name), lower($5)) > 0
     order by lower(name) collate "C", id`,
    [projectId, profileId, parentId, name, more],
  )
}

export async function folderById(
  control: ControlDatabase,
  { projectId, profileId }: Reader,
  id: string,
): Promise<SqlFolder | undefined> {
  const [row] = await control.select<SqlFolder>(
    `select ${COLUMNS} from control.sql_folders where project_id = $1 and owner_id = $2 and id = $3`,
    [projectId, profileId, id],
  )
  return row
}

/** Touches one row if the folder exists, and locks it until the transaction ends. */
export function holdFolder({ projectId, profileId }: Reader, id: string): ControlStatement {
  return {
    sql: `select to_json(id) from control.sql_folders where project_id = $1 and owner_id = $2 and id = $3
      for key share`,
    parameters: [projectId, profileId, id],
    expect: 1,
  }
}

export function insertFolder(
  { projectId, profileId }: Reader,
  { id, name, parentId }: { id: string; name: string; parentId: string | null },
): ControlStatement {
  return {
    sql: `insert into control.sql_folders (id, project_id, owner_id, parent_id, name) values ($1, $2, $3, $4, $5)`,
    parameters: [id, projectId, profileId, parentId, name],
  }
}

/** Serializes the moves of one owner: two at once could form a cycle. */
export function oneMoveAtATime({ projectId, profileId }: Reader): ControlStatement {
  return {
    sql: `select to_json(true) from (select pg_advisory_xact_lock($1::int, hashtext($2))) held`,
    parameters: [projectId, profileId],
  }
}

/** Touches no row when the new parent is the folder itself or inside it. */
export function updateFolderRow(id: string, name: string, parentId: string | null): ControlStatement {
  return {
    sql: `with recursive within as (
        select id from control.sql_folders where id = $1
        union all select f.id from control.sql_folders f join within w on f.parent_id = w.id
      )
      update control.sql_folders set name = $2, parent_id = $3
      where id = $1 and ($3::uuid is null or $3::uuid not in (select id from within))`,
    parameters: [id, name, parentId],
    expect: 1,
  }
}

export function deleteFolderRows({ projectId, profileId }: Reader, ids: readonly string[]): ControlStatement {
  return {
    sql: `delete from control.sql_folders
      where project_id = $1 and owner_id = $2 and id = any(string_to_array($3, ',')::uuid[])
      returning to_json(id)`,
    parameters: [projectId, profileId, ids.join(',')],
  }
}
