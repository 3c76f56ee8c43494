/** The tabs of frameworks: which one, how it is used, what it connects with, and its files. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ConnectChosen } from '../../rules/connect/connect-address.js'
import { CONNECT_FRAMEWORKS, type ConnectChoice } from '../../rules/connect/connect-catalogue.js'
import { connectFiles, type ConnectFile } from '../../rules/connect/connect-files/connect-files.js'
import { projectAddress, shownProjectKey } from '../../rules/connect/connect-project.js'
import { connectionUri } from '../../rules/connect/connect-strings.js'
import { connectText as text } from '../../text/connect.js'
import type { Needs } from '../context.js'
import type { ConnectData } from './connect-data.js'

/** One list above the files. */
export interface ConnectList {
  key: 'framework' | 'using' | 'with'
  label: string
  value: string
  choices: { value: string; label: string }[]
}

/** The tab of one kind of frameworks. */
export interface ConnectFiles {
  readonly $lists: ReadableAtom<ConnectList[]>
  /** Lists to the right of `key` are chosen again. */
  choose(key: ConnectList['key'], value: string): void
  readonly $guide: ReadableAtom<{ label: string; href: string } | null>
  /** Null while what they are written with is loading; none where no program can connect. */
  readonly $files: ReadableAtom<ConnectFile[] | null>
  readonly $file: ReadableAtom<ConnectFile | null>
  openFile(name: string): void
  /** Why no key, or no file, is shown. */
  readonly $note: ReadableAtom<string | null>
}

interface Choosing {
  $chosen: ReadableAtom<ConnectChosen>
  choose(chosen: Partial<Record<'tab' | ConnectList['key'], string>>): void
}

export function createConnectFiles(
  { router }: Needs<'router'>,
  { $state, $keys }: Pick<ConnectData, '$state' | '$keys'>,
  { $chosen, choose }: Choosing,
): ConnectFiles {
  const $name = atom('')
  const $usesKey = computed($chosen, ({ with: library }) => library?.key === 'client')
  /** The file would name an address that nothing listens at. */
  const $hasNoPort = computed(
    [$state, $usesKey],
    (state, usesKey) => state.status === 'ready' && state.facts.settings.db_port === 0 && !usesKey,
  )
  const $files = computed([$state, $keys, $chosen, $hasNoPort], (state, keys, chosen, hasNoPort) => {
    if (hasNoPort) return []
    const { framework, using, with: library } = chosen
    if (!framework || !library || state.status !== 'ready' || keys === undefined) return null
    const { settings } = state.facts
    const { db_host: host, db_port: port, db_name: database, db_user: user } = settings
    return connectFiles(
      { framework: framework.key, using: using?.key, with: library.key },
      {
        address: projectAddress(settings),
        key: shownProjectKey(keys.keys),
        databaseUrl: connectionUri({ host, port, database, user }),
        hasOneConnection: state.facts.databases.some(
          ({ type, engine }) => type === 'PRIMARY' && engine === 'pglite',
        ),
      },
    )
  })
  return {
    $lists: computed($chosen, listsOf),
    choose(key, value) {
      const { tab, framework, using } = $chosen.get()
      choose({
        tab,
        ...(framework && key !== 'framework' ? { framework: framework.key } : {}),
        ...(using && key === 'with' ? { using: using.key } : {}),
        [key]: value,
      })
    },
    $guide: computed($chosen, ({ framework }) =>
      framework
        ? { label: text.guide(framework.label), href: router.href('docsPage', { page: framework.guide }) }
        : null,
    ),
    $files,
    $file: computed(
      [$files, $name],
      (files, name) => files?.find((file) => file.name === name) ?? files?.[0] ?? null,
    ),
    openFile: (name) => $name.set(name),
    $note: computed([$keys, $usesKey, $hasNoPort], (keys, usesKey, hasNoPort) => {
      if (hasNoPort) return text.unavailable['no-port']
      return usesKey ? (keys?.note ?? null) : null
    }),
  }
}

function listsOf({ tab, framework, using, with: library }: ConnectChosen): ConnectList[] {
  if (tab === 'direct' || !framework) return []
  const lists: ConnectList[] = [
    {
      key: 'framework',
      label: text.frameworks[tab],
      value: framework.key,
      choices: CONNECT_FRAMEWORKS[tab].map(choiceOf),
    },
  ]
  if (using)
    lists.push({
      key: 'using',
      label: text.using,
      value: using.key,
      choices: framework.children.map(choiceOf),
    })
  if (library)
    lists.push({
      key: 'with',
      label: text.with,
      value: library.key,
      choices: (using ?? framework).children.map(choiceOf),
    })
  return lists
}

const choiceOf = ({ key, label }: ConnectChoice) => ({ value: key, label })
