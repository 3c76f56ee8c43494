/**
 * A count in at most four characters, as a list shows it beside a name: 950, 18k, 3.1M. It is cut, never rounded up.
 * @rule catalogue.compact-count  @spec §3
 */
const STEPS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** `18k` of 18,432. @param count a whole number, 0 or more */
export function compactCount(count: number): string {
  const step = STEPS.find(([size]) => count >= size)
  if (!step) return String(count)
  const [size, unit] = step
  const whole = count / size
  return `${whole < 10 ? Math.floor(whole * 10) / 10 : Math.floor(whole)}${unit}`
}
