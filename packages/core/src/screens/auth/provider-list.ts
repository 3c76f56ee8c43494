/** The external providers of a project's auth service: which are on, and the settings of the opened one. */
import { AUTH_PROVIDERS, SERVICE_PATHS, type AuthConfig, type AuthProvider } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { authProvidersText as text } from '../../text/auth-providers.js'
import type { Needs } from '../context.js'
import { providerFields } from './auth-forms.js'
import { createAuthSection, type AuthSection, type AuthSectionOptions } from './auth-section.js'

/** A provider as a row. */
export interface ProviderRow {
  name: AuthProvider
  label: string
  isOn: boolean
  /** What stands in its badge. */
  state: string
}

/** The providers, and the panel of one of them. */
export interface ProviderList extends Disposable {
  readonly $rows: ReadableAtom<Remote<readonly ProviderRow[]>>
  /** The settings of the opened provider; null: none is open. */
  readonly $opened: ReadableAtom<AuthSection | null>
  open(name: AuthProvider): void
  close(): void
  /** What is registered at the provider; empty until it is known. */
  readonly $callback: ReadableAtom<string>
  copyCallback(): Promise<boolean>
}

export function createProviderList(
  context: Needs<'host' | 'client' | 'queries' | 'account' | 'lazy'>,
  {
    ref,
    $config,
    arrivals,
    choicesOf,
  }: Pick<AuthSectionOptions, 'ref' | 'arrivals' | 'choicesOf'> & {
    $config: ReadableAtom<Remote<AuthConfig>>
  },
): ProviderList {
  const { host, client, queries } = context
  const $project = queries.store(projectQuery(client, ref))
  const $opened = atom<AuthSection | null>(null)
  const sections = new Map<AuthProvider, AuthSection>()
  const sectionOf = (name: AuthProvider): AuthSection => {
    const known = sections.get(name)
    if (known) return known
    const made = createAuthSection(context, {
      ref,
      name: `provider-${name}`,
      title: text.names[name],
      body: text.bodies[name],
      fields: providerFields(name),
      $config,
      arrivals,
      choicesOf,
    })
    sections.set(name, made)
    return made
  }
  const $callback = computed($project, (project) =>
    project.status === 'ready' ? `${project.data.restUrl}${SERVICE_PATHS.auth}/callback` : '',
  )
  return {
    $rows: computed($config, (config): Remote<readonly ProviderRow[]> =>
      config.status === 'ready' ? { ...config, data: rowsOf(config.data) } : config,
    ),
    $opened,
    open: (name) => $opened.set(sectionOf(name)),
    close: () => $opened.set(null),
    $callback,
    copyCallback: () => copyText(host, $callback.get()),
    dispose() {
      for (const section of sections.values()) section.dispose()
    },
  }
}

function rowsOf(config: AuthConfig): ProviderRow[] {
  return AUTH_PROVIDERS.map((name) => {
    const isOn = config[`external_${name}_enabled`]
    return { name, label: text.names[name], isOn, state: isOn ? text.on : text.off }
  }).toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
