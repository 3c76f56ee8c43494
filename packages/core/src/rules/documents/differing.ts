/** The entries of a record that another one does not have, or has with another value. */
export function differing<Some extends object>(record: Some, other: object): Some {
  const others = other as Record<string, unknown>
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => others[name] !== value)) as Some
}
