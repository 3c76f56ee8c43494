/**
 * Whether a statement that ran may have changed what the database holds, told by PostgreSQL's own word for it.
 * @rule completion.schema-change  @spec §2
 */
const CHANGES =
  /^(CREATE|ALTER|DROP|COMMENT|GRANT|REVOKE|DO|CALL|SELECT INTO|IMPORT|REASSIGN|SET|RESET|DISCARD)\b/

/** @param command the command tag: `CREATE TABLE` */
export function changesCatalogue(command: string): boolean {
  return CHANGES.test(command)
}
