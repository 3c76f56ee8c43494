/** Orders settings that have a version but no time: those that come later are newer. */

/** Settings, and when they came here. */
export type Arrived<Config extends { version: string }> = Config & { updated_at: string }

export interface Arrivals<Config extends { version: string }> {
  of(config: Config): Arrived<Config>
  /** The version in an `updated_at`. */
  versionIn(arrived: string): string
}

/** A version says whether settings changed, and not which are newer. */
export function createArrivals<Config extends { version: string }>(now: () => number): Arrivals<Config> {
  let last: Arrived<Config> | undefined
  let moment = 0
  return {
    of(config) {
      if (last?.version === config.version) return last
      moment = Math.max(moment + 1, now())
      last = { ...config, updated_at: `${String(moment).padStart(MOMENT_DIGITS, '0')} ${config.version}` }
      return last
    },
    versionIn: (arrived) => arrived.slice(arrived.indexOf(' ') + 1),
  }
}

const MOMENT_DIGITS = 15
