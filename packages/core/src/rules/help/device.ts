/**
 * Which program on which system a session's `User-Agent` names, as far as it does.
 * @rule account.device  @spec §2
 */
export interface Device {
  program: string | undefined
  system: string | undefined
}

/** The first match: browsers name their ancestors too. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b/i, 'Node.js'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The program and the system that a `User-Agent` names; each is undefined where it names none that is known. */
export function deviceOf(userAgent: string): Device {
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1]
  return { program: named(PROGRAMS), system: named(SYSTEMS) }
}
