/** The user that signed up last, whose values make a preview real. */

/** Gives the address and the metadata as JSON; no row: nobody has an address. */
export const NEWEST_USER_STATEMENT =
  "select email, coalesce(raw_user_meta_data, '{}')::text from auth.users " +
  "where email <> '' and deleted_at is null order by created_at desc nulls last limit 1"
