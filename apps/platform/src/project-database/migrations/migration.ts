/** One numbered step of a project's database. It is idempotent. */
export interface Migration {
  /** From 1, without gaps; never changed once published. */
  id: number
  name: string
  sql(owner: Owner): string
}

/** The owner of the project's objects. */
export interface Owner {
  /** As SQL writes it: a quoted name, or `current_user`. */
  role: string
  /** Whether the role that runs the steps may grant the API's roles with the admin option. */
  mayGrant: boolean
}
