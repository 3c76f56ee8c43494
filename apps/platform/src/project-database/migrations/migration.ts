/** One numbered step of a project's database. Running it again on what it made changes nothing. */
export interface Migration {
  /** From 1, without gaps; never changed once published. */
  id: number
  name: string
  sql(owner: Owner): string
}

/** Who the project's objects are for. */
export interface Owner {
  /** As SQL writes it: a quoted name, or `current_user`. */
  role: string
  /** Whether the one who runs the steps may pass on the right to grant the API's roles. */
  mayGrant: boolean
}
