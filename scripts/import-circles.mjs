/** Groups of files that import each other, types included: none of them can be understood, moved or tested alone. */

/**
 * @param imports of each file, the files that it imports
 * @returns the groups, each sorted; an empty list where every import points one way
 */
export function importCircles(imports) {
  const order = new Map()
  const lowest = new Map()
  const open = []
  const circles = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1) circles.push(group.toSorted())
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}
