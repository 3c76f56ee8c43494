/** The settings that a client's first packet asks for: its own parameters, and those in `options`. */

/** What the packet says of the connection, not of the session. */
const NOT_SETTINGS: ReadonlySet<string> = new Set(['user', 'database', 'replication', 'options'])

/** Extensions of the protocol; the server may leave them out. */
const EXTENSION = '_pq_.'

/** Names and values, in the order in which PostgreSQL sets them. */
export function startupSettings(parameters: ReadonlyMap<string, string>): [name: string, value: string][] {
  const own = [...parameters].filter(([name]) => !NOT_SETTINGS.has(name) && !name.startsWith(EXTENSION))
  return [...settingsOfOptions(parameters.get('options') ?? ''), ...own]
}

/** The extensions that a client asks for. */
export function askedExtensions(parameters: ReadonlyMap<string, string>): string[] {
  return [...parameters.keys()].filter((name) => name.startsWith(EXTENSION))
}

/** `-c name=value`, `-cname=value` and `--name=value`; a backslash takes the next character as it is. */
function settingsOfOptions(options: string): [string, string][] {
  const words = [...options.matchAll(/(?:\\.|\S)+/gs)].map(([word]) => word.replace(/\\(.)/gs, '$1'))
  const settings: [string, string][] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const text = word === '-c' ? (words[++index] ?? '') : word.replace(/^(-c|--)/, '')
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (name !== undefined && value !== undefined && (word.startsWith('-c') || word.startsWith('--')))
      settings.push([name.replaceAll('-', '_'), value])
  }
  return settings
}
