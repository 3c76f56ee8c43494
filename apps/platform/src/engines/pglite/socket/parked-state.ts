/** A client's session while others use the database: data that passes between the threads. */

export interface ParkedState {
  settings: [name: string, value: string][]
  role: string
  channels: string[]
  prepared: PreparedStatement[]
  /** The message Parse of the unnamed statement. */
  unnamed?: Uint8Array
  /** As of `SentState`. */
  dotted: string[]
}

interface PreparedStatement {
  name: string
  /** With PREPARE, when it was made so. */
  statement: string
  fromSql: boolean
  types: number[]
}
