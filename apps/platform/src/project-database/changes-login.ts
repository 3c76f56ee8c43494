/** The login as which realtime reads the changes of a database of ours by logical decoding. It may read no table. */
import { quoteLiteral } from '@basedeck/core/sql'
import { CHANGES_ROLE, DATABASE_NAME } from '../engines/roles.js'

/** Run as the superuser; again as often as one likes, since its attributes may have been changed. */
export function changesLoginSql(password: string): string {
  return `
do $$
begin
  if pg_catalog.to_regrole('${CHANGES_ROLE}') is null then
    create role ${CHANGES_ROLE};
  end if;
end $$;
alter role ${CHANGES_ROLE} with login noinherit nosuperuser nocreatedb nocreaterole nobypassrls replication
  connection limit -1 valid until 'infinity' password ${quoteLiteral(password)};
grant connect on database "${DATABASE_NAME}" to ${CHANGES_ROLE};
`
}
