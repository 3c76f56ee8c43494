/** `/account/me`: the name that others see, and what this device shows. */
import { profileBody, updateProfile, type Profile } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { RESULT_BUDGETS_MB } from '../../rules/results/result-budget.js'
import { THEMES, type ThemeChoice } from '../../rules/shell/theme.js'
import { SIDEBAR_MODES, type SidebarMode } from '../../rules/shell/sidebar.js'
import {
  CONTRASTS,
  DENSITIES,
  type ContrastChoice,
  type Density,
} from '../../sessions/account/preferences.js'
import { accountText } from '../../text/account.js'
import { shellText } from '../../text/shell.js'
import type { Needs } from '../context.js'
import { createAccountPage, type AccountPage } from './account-page.js'

/** `/account/me`: the caller's name, and how this device shows the dashboard. */
export interface AccountMeScreen extends Disposable {
  readonly title: string
  readonly page: AccountPage
  readonly $profile: ReadableAtom<Remote<Profile>>
  /** Whether the name can be changed: the local profile's can't. */
  readonly $mayRename: ReadableAtom<boolean>
  readonly nameForm: Form<{ first_name: string }>
  /** Kept at once, on this device; there is nothing to submit. */
  readonly appearance: {
    readonly $theme: ReadableAtom<ThemeChoice>
    readonly themes: readonly { value: ThemeChoice; label: string; body: string }[]
    setTheme(choice: ThemeChoice): void
    readonly $contrast: ReadableAtom<ContrastChoice>
    readonly contrasts: readonly { value: ContrastChoice; label: string; body: string }[]
    setContrast(choice: ContrastChoice): void
    readonly $density: ReadableAtom<Density>
    readonly densities: readonly { value: Density; label: string; body: string }[]
    setDensity(density: Density): void
    readonly $sidebar: ReadableAtom<SidebarMode>
    readonly sidebarModes: readonly { value: SidebarMode; label: string }[]
    setSidebar(mode: SidebarMode): void
    /** Megabytes that the results of all queries of a window may take. */
    readonly $resultBudget: ReadableAtom<number>
    readonly resultBudgets: readonly { value: number; label: string }[]
    setResultBudget(megabytes: number): void
  }
}

export function createAccountMe(
  context: Needs<
    'host' | 'client' | 'queries' | 'router' | 'account' | 'preferences' | 'navigationHistory' | 'formDrafts'
  >,
  { title }: { title: string },
): AccountMeScreen {
  const { client, queries, account, preferences, host } = context
  const scope = createScope()
  const nameForm = createForm({
    schema: profileBody,
    initial: { first_name: '' },
    async submit(body) {
      const profile = await client.call(updateProfile, { body })
      queries.set(profileQuery(client), profile)
      nameForm.start({ first_name: profile.first_name })
      host.notifier.notify({ kind: 'success', message: accountText.nameSaved })
    },
  })
  scope.add(
    account.$profile.subscribe((profile) => {
      if (profile.status === 'ready') nameForm.start({ first_name: profile.data.first_name })
    }),
  )
  context.formDrafts.keep('account', nameForm)
  return {
    title,
    page: createAccountPage(context, 'me'),
    $profile: account.$profile,
    $mayRename: computed(account.$authState, ({ accounts }) => accounts === true),
    nameForm,
    appearance: {
      $theme: preferences.$themeChoice,
      themes: THEMES.map((value) => ({
        value,
        label: shellText.themes[value],
        body: accountText.themeHints[value],
      })),
      setTheme: (choice) => preferences.$themeChoice.set(choice),
      $contrast: preferences.$contrast,
      contrasts: CONTRASTS.map((value) => ({ value, ...accountText.contrasts[value] })),
      setContrast: (choice) => preferences.$contrast.set(choice),
      $density: preferences.$density,
      densities: DENSITIES.map((value) => ({ value, ...accountText.densities[value] })),
      setDensity: (density) => preferences.$density.set(density),
      $sidebar: preferences.$sidebarMode,
      sidebarModes: SIDEBAR_MODES.map((value) => ({ value, label: accountText.sidebarModes[value] })),
      setSidebar: (mode) => preferences.$sidebarMode.set(mode),
      $resultBudget: preferences.$resultBudgetMb,
      resultBudgets: RESULT_BUDGETS_MB.toSorted((one, other) => one - other).map((value) => ({
        value,
        label: accountText.megabytes(value),
      })),
      setResultBudget: (megabytes) => preferences.$resultBudgetMb.set(megabytes),
    },
    dispose: scope.dispose,
  }
}
