/** `/account/tokens`: access tokens for scripts; a new one is shown once. */
import {
  accessTokenBody,
  createAccessToken,
  deleteAccessToken,
  TOKEN_ACCESSES,
  TOKEN_DAYS,
  type AccessToken,
  type TokenAccess,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { accessTokensQuery } from '../../data/account.js'
import { organizationsQuery } from '../../data/organizations.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, type Mutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList, type SortValues } from '../../kernel/sorting.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'
import { createAccountPage, type AccountPage } from './account-page.js'

export const TOKEN_EXPIRY_DAYS = [7, 30, 90, 365] as const

/** One access token as its row shows it. */
export interface TokenRow extends AccessToken {
  isExpired: boolean
  /** `Read · Acme`. */
  scope: string
}

/** A new token, as its form holds it. */
export interface TokenValues {
  name: string
  expires_in_days?: number | string | null | undefined
  access?: TokenAccess | undefined
  organization_slug?: string | undefined
  project_ref?: string | undefined
}

/** `/account/tokens`: access tokens for scripts. */
export interface AccountTokensScreen extends Disposable {
  readonly title: string
  readonly page: AccountPage
  readonly tokens: SortedList<TokenRow>
  readonly form: Form<TokenValues>
  readonly expiries: readonly { value: number | null; label: string }[]
  readonly accesses: readonly { value: TokenAccess; label: string }[]
  /** Where a new token works: everywhere, or in one organization. */
  readonly $scopes: ReadableAtom<readonly { value: string | undefined; label: string }[]>
  /** The dialog over the page: the form, or the token that was just made. */
  readonly $step: ReadableAtom<
    { name: 'form' } | { name: 'created'; tokenName: string; token: string } | null
  >
  create(): void
  close(): void
  copy(text: string): Promise<boolean>
  /** The token that is asked about. */
  readonly $toDelete: ReadableAtom<TokenRow | null>
  askDelete(token: TokenRow): void
  cancelDelete(): void
  readonly deletion: Mutation<TokenRow, unknown>
}

const VALUES: SortValues<TokenRow> = {
  name: ({ name }) => name,
  prefix: ({ prefix }) => prefix,
  scope: ({ scope }) => scope,
  created: ({ inserted_at }) => inserted_at,
  used: ({ last_used_at }) => last_used_at,
  expires: ({ expires_at }) => expires_at,
}

export function createAccountTokens(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'navigationHistory'>,
  { title }: { title: string },
): AccountTokensScreen {
  const { client, queries, host } = context
  const query = accessTokensQuery(client)
  const $remote = queries.store(query)
  const $step = atom<{ name: 'form' } | { name: 'created'; tokenName: string; token: string } | null>(null)
  const $toDelete = atom<TokenRow | null>(null)
  return {
    title,
    page: createAccountPage(context, 'tokens'),
    tokens: createSortedList(
      computed($remote, (remote): Remote<TokenRow[]> =>
        remote.status === 'ready'
          ? { ...remote, data: remote.data.map((token) => rowOf(token, host.clock.now())) }
          : remote,
      ),
      VALUES,
      { largestFirst: ['created', 'used'] },
    ),
    form: createForm({
      schema: accessTokenBody,
      initial: { name: '', expires_in_days: TOKEN_DAYS, access: 'write' },
      blames: { unknown_project: 'project_ref' },
      async submit(values) {
        // An empty field names no project.
        const { project_ref = '', ...rest } = values
        const body = project_ref === '' ? rest : { ...rest, project_ref }
        const { name, token } = await client.call(createAccessToken, { body })
        // The token is shown even when the dialog was closed meanwhile: it can't be read again.
        $step.set({ name: 'created', tokenName: name, token })
        queries.refresh(query.key)
      },
    }),
    expiries: [
      ...TOKEN_EXPIRY_DAYS.map((value) => ({ value, label: accountText.tokenExpiries[value] ?? '' })),
      { value: null, label: accountText.tokenNever },
    ],
    accesses: TOKEN_ACCESSES.map((value) => ({ value, label: accountText.tokenAccesses[value] })),
    $scopes: computed(queries.store(organizationsQuery(client)), (organizations) => [
      { value: undefined, label: accountText.tokenEverywhere },
      ...(organizations.status === 'ready'
        ? organizations.data.map(({ slug, name }) => ({ value: slug, label: name }))
        : []),
    ]),
    $step,
    create: () => $step.set({ name: 'form' }),
    close: () => $step.set(null),
    copy: (text) => copyText(host, text),
    $toDelete,
    askDelete: (token) => $toDelete.set(token),
    cancelDelete: () => $toDelete.set(null),
    deletion: createMutation(queries, {
      call: async ({ id, name }: TokenRow) => {
        await client.call(deleteAccessToken, { params: { id } })
        $toDelete.set(null)
        host.notifier.notify({ kind: 'success', message: accountText.tokenDeleted(name) })
      },
      refreshes: () => [query.key],
    }),
    dispose() {},
  }
}

function rowOf(token: AccessToken, now: number): TokenRow {
  const { access, organization_slug, project_ref, expires_at } = token
  return {
    ...token,
    isExpired: expires_at !== null && Date.parse(expires_at) <= now,
    scope: [
      accountText.tokenAccesses[access],
      project_ref ?? organization_slug ?? accountText.tokenEverywhere,
    ].join(' · '),
  }
}
