/**
 * Tells whose login a role of a server is: a comment on the role, which everybody may read. Another installation may have made
 * one of the same name, which is never altered.
 */
import { quoteIdentifier } from '@basedeck/core/sql'
import { createHash } from 'node:crypto'
import type { Login } from '../engines/server/login.js'
import { databaseText } from '../text/databases.js'

const MARK_CHARACTERS = 8

/** Eight characters that two installations don't share. */
export function markOf({ password }: Login): string {
  return createHash('sha256').update(`name of ${password}`).digest('hex').slice(0, MARK_CHARACTERS)
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
const commentOf = (login: Login): string => text(`A login of Basedeck (${markOf(login)})`)

/** Comes before the login is made or altered. A role without a comment may be one of an older version. */
export function requireOwnLoginSql(login: Login): string {
  return `
do $$
begin
  if pg_catalog.shobj_description(pg_catalog.to_regrole(${text(quoteIdentifier(login.role))})::oid, 'pg_authid') <> ${commentOf(login)} then
    raise exception using errcode = 'duplicate_object', message = ${text(databaseText.loginOfOther(login.role))};
  end if;
end $$;`
}

export function markLoginSql(login: Login): string {
  return `comment on role ${quoteIdentifier(login.role)} is ${commentOf(login)};`
}
