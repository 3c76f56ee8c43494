/** `/auth/templates`: what the auth service writes to users, with a preview and a test. */
import {
  AUTH_MAIL_KINDS,
  AUTH_MAIL_DEFAULTS,
  email,
  notificationOf,
  type AuthConfig,
  type AuthMailKind,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { authConfigQuery, authMailTest, newestUserQuery, type PreviewUser } from '../../data/auth-config.js'
import { projectQuery } from '../../data/projects.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import {
  authMailProblem,
  exampleMailVariables,
  renderAuthMail,
  type RenderedMail,
} from '../../rules/auth/mail.js'
import type { AuthField, AuthValues } from '../../rules/auth/settings-form.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { authMailsText as mailsText } from '../../text/auth-mails.js'
import { authSettingsText as text } from '../../text/auth-settings.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createArrivals } from '../parts/arrivals.js'
import { createAuthSection, type AuthSection } from './auth-section.js'
import { choicesOf, mailLinks, mayChangeAuth } from './auth-settings.js'

/** What the typed template would send, or why it can't. */
export type TemplatePreview = { status: 'ready'; mail: RenderedMail } | { status: 'broken'; problem: string }

const testBody = v.object({ to: email })

/** The page of templates: one mail at a time. */
export interface AuthTemplatesScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly lead: string
  readonly $view: ReadableAtom<Remote<unknown>>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $mayTest: ReadableAtom<ControlState>
  /** A notification is about what happened, and asks for nothing. */
  readonly kinds: readonly { kind: AuthMailKind; label: string; isNotification: boolean }[]
  readonly $kind: ReadableAtom<AuthMailKind>
  choose(kind: AuthMailKind): void
  /** Of the chosen mail. */
  readonly $section: ReadableAtom<AuthSection>
  readonly $preview: ReadableAtom<TemplatePreview>
  /** Puts the built-in texts into the form; they are saved like typed ones. */
  useBuiltIn(): void
  readonly test: Form<{ to: string }>
  readonly links: ReturnType<typeof mailLinks>
}

export function createAuthTemplates(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | 'lazy'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): AuthTemplatesScreen {
  const { host, client, queries, router, account } = context
  const $config = queries.store(authConfigQuery(client, ref))
  const arrivals = createArrivals<AuthConfig>(() => host.clock.now())
  const $kind = atom<AuthMailKind>('confirmation')
  const sections = new Map(
    AUTH_MAIL_KINDS.map((kind) => [
      kind,
      createAuthSection(context, {
        ref,
        name: `mail-${kind}`,
        title: text.mails[kind],
        body: mailsText.variables,
        fields: [...switchOf(kind), `mailer_subjects_${kind}`, `mailer_templates_${kind}_content`],
        $config,
        arrivals,
        choicesOf,
      }),
    ]),
  )
  const sectionOf = (kind: AuthMailKind) => sections.get(kind) as AuthSection
  const own = account.$person.get()?.email ?? ''
  // A database by URL need not have the table.
  const $project = queries.store(projectQuery(client, ref))
  const $user = behindGate<Remote<PreviewUser | null> | null>(
    gate,
    queries.follow(
      computed($project, (project) =>
        project.status === 'ready' && project.data.engine !== 'postgres'
          ? newestUserQuery(client, ref)
          : null,
      ),
    ),
    null,
  )
  const values = computed(
    AUTH_MAIL_KINDS.map((kind) => sectionOf(kind).edit.form.$values),
    (...all) => all,
  )
  return {
    title,
    gate,
    lead: text.leads.authTemplates,
    $view: $config,
    $mayChange: mayChangeAuth(context, ref),
    $mayTest: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'auth_mails' },
      mailsText.mayNotTest,
    ),
    kinds: AUTH_MAIL_KINDS.map((kind) => ({
      kind,
      label: text.mails[kind],
      isNotification: notificationOf(kind) !== undefined,
    })),
    $kind,
    choose: (kind) => $kind.set(kind),
    $section: computed($kind, sectionOf),
    $preview: computed([$kind, values, $config, $user], (kind, all, config, user): TemplatePreview => {
      const typed: Partial<AuthValues> = all[AUTH_MAIL_KINDS.indexOf(kind)] ?? {}
      const template = {
        subject: typed[`mailer_subjects_${kind}`] ?? '',
        content: typed[`mailer_templates_${kind}_content`] ?? '',
      }
      const problem = authMailProblem(template)
      if (problem) return { status: 'broken', problem: mailsText.problem(problem) }
      const siteUrl = config.status === 'ready' ? config.data.site_url : ''
      const found = user?.status === 'ready' ? user.data : null
      const example = exampleMailVariables(found?.email ?? own, siteUrl)
      const mail = renderAuthMail(template, { ...example, Data: found?.data ?? {} })
      return { status: 'ready', mail }
    }),
    useBuiltIn() {
      const kind = $kind.get()
      const { form } = sectionOf(kind).edit
      for (const name of [`mailer_subjects_${kind}`, `mailer_templates_${kind}_content`] as const)
        form.set(name, AUTH_MAIL_DEFAULTS[name])
    },
    test: createForm({
      schema: testBody,
      initial: { to: own },
      blames: { email_address_not_authorized: 'to' },
      async submit({ to }) {
        const sent = await mutate(queries, authMailTest(client, ref), { kind: $kind.get(), to })
        const isFine = sent.status === 'kept' || sent.status === 'delivered'
        host.notifier.notify({ kind: isFine ? 'success' : 'error', message: mailsText.tested(sent) })
      },
    }),
    links: mailLinks(router, ref, 'authTemplates'),
    dispose() {
      for (const section of sections.values()) section.dispose()
    },
  }
}

/** Notifications are sent where they are turned on; the other mails always. */
function switchOf(kind: AuthMailKind): AuthField[] {
  const notification = notificationOf(kind)
  return notification ? [`mailer_notifications_${notification}_enabled`] : []
}
