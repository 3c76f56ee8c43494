/** Values by a text, of which the oldest give way. What is asked for often is soon made again, and asking costs nothing more. */

export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  getOrMake(key: string, make: () => Value): Value
  delete(key: string): void
  size(): number
}

export function boundedMap<Value>(max: number): BoundedMap<Value> {
  const known = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    known.set(key, value)
    if (known.size <= max) return
    // The order of a Map is that of insertion.
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }
  return {
    get: (key) => known.get(key),
    set,
    getOrMake(key, make) {
      const found = known.get(key)
      if (found !== undefined) return found
      const made = make()
      set(key, made)
      return made
    },
    delete: (key) => void known.delete(key),
    size: () => known.size,
  }
}
