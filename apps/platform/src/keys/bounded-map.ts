/** Values by a text, of which the ones that were asked for longest ago give way. */

export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  getOrMake(key: string, make: () => Value): Value
  delete(key: string): void
  size(): number
}

export function boundedMap<Value>(max: number): BoundedMap<Value> {
  const known = new Map<string, Value>()
  const get = (key: string) => {
    const found = known.get(key)
    if (found === undefined) return undefined
    // The order of a Map is that of insertion.
    known.delete(key)
    known.set(key, found)
    return found
  }
  const set = (key: string, value: Value) => {
    known.delete(key)
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > max && oldest !== undefined) known.delete(oldest)
  }
  return {
    get,
    set,
    getOrMake(key, make) {
      const found = get(key) ?? make()
      set(key, found)
      return found
    },
    delete: (key) => void known.delete(key),
    size: () => known.size,
  }
}
