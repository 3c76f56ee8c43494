/** A field that was left out of a form is also left out of the body. */
type Defined<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name]
} & {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<Values[Name], undefined>
}

/** A copy without the undefined entries. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Defined<Values>
}
