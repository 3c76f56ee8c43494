/** The pages that set up a project's auth service: sections of fields, each saved by itself. SPEC §2 "Auth sub-menu" */
import { PASSWORD_CHARACTERS, type AuthConfig } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { authConfigQuery } from '../../data/auth-config.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import type { AuthField } from '../../rules/auth/settings-form.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { authSettingsText as text } from '../../text/auth-settings.js'
import type { Needs } from '../context.js'
import { createArrivals } from '../parts/arrivals.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { AUTH_FORMS, type AuthFormPage, type AuthFormSection } from './auth-forms.js'
import { createProviderList, type ProviderList } from './provider-list.js'
import { createAuthSection, type AuthFormField, type AuthSection } from './auth-section.js'

/** A page of auth settings. */
export interface AuthSettingsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly lead: string
  /** Whether the settings are there, and the service is on. */
  readonly $view: ReadableAtom<Remote<{ isOn: boolean }>>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly sections: readonly AuthSection[]
  /** The external providers; null on other pages. */
  readonly providers: ProviderList | null
  /** Said below the sections. */
  readonly note: { title: string; body: string } | null
  /** The other pages of the same subject. */
  readonly links: readonly { href: string; label: string; isHere: boolean }[]
}

type ScreenNeeds = Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'lazy'>

/** How a page of the list gets its screen. */
export function authSettings(name: AuthFormPage) {
  return (
    context: ScreenNeeds,
    { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
  ): AuthSettingsScreen => {
    const { client, queries, router } = context
    const $config = queries.store(authConfigQuery(client, ref))
    const arrivals = createArrivals<AuthConfig>(() => context.host.clock.now())
    const forms: readonly AuthFormSection[] = AUTH_FORMS[name]
    const sections = forms.map(({ name: section, fields }) =>
      createAuthSection(context, {
        ref,
        name: section,
        title: text.sections[section]?.title ?? section,
        body: text.sections[section]?.body ?? '',
        fields,
        $config,
        arrivals,
        choicesOf,
      }),
    )
    const providers =
      name === 'authProviders' ? createProviderList(context, { ref, $config, arrivals, choicesOf }) : null
    return {
      title,
      gate,
      lead: text.leads[name],
      $view: computed($config, (config): Remote<{ isOn: boolean }> =>
        config.status === 'ready' ? { ...config, data: { isOn: config.data.enabled } } : config,
      ),
      $mayChange: mayChangeAuth(context, ref),
      sections,
      providers,
      note: NOTES[name] ?? null,
      links: name === 'authSmtp' ? mailLinks(router, ref, 'authSmtp') : [],
      dispose() {
        for (const section of sections) section.dispose()
        providers?.dispose()
      },
    }
  }
}

/** Whether the caller may change the settings. */
export function mayChangeAuth(context: ScreenNeeds, ref: string): ReadableAtom<ControlState> {
  return projectControlState(context, ref, { action: 'update', resource: 'project_settings' }, text.mayNot)
}

/** The three pages of mails. */
export function mailLinks(
  router: ScreenNeeds['router'],
  ref: string,
  here: 'authTemplates' | 'authSmtp' | 'authSentMail',
) {
  return [
    {
      href: router.href('authTemplates', { ref }),
      label: text.more.templates,
      isHere: here === 'authTemplates',
    },
    { href: router.href('authSmtp', { ref }), label: text.more.smtp, isHere: here === 'authSmtp' },
    { href: router.href('authSentMail', { ref }), label: text.more.sent, isHere: here === 'authSentMail' },
  ]
}

const NOTES: Partial<Record<AuthFormPage, { title: string; body: string }>> = {
  authProviders: { title: text.otherProviders, body: text.otherProvidersBody },
  authHooks: { title: 'Hooks', body: text.hooksNote },
}

/** What a field may be chosen from. */
export function choicesOf(field: AuthField): AuthFormField['choices'] {
  if (field === 'security_captcha_provider')
    return Object.entries(text.captcha).map(([value, label]) => ({ value, label }))
  if (field === 'sms_provider')
    return Object.entries(text.smsProviders).map(([value, label]) => ({ value, label }))
  if (field !== 'password_required_characters') return []
  return Object.entries(PASSWORD_CHARACTERS).map(([name, value]) => ({
    value,
    label: text.characters[name as keyof typeof text.characters],
  }))
}
