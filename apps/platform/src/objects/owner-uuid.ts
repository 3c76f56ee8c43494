/** The owner as a UUID, for policies that compare it with `auth.uid()`. */

/** SQL that gives NULL when the parameter is not a UUID. */
export function ownerUuid(parameter: string): string {
  return `case when ${parameter}::text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${parameter}::text::uuid end`
}
