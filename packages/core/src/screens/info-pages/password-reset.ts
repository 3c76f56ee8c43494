/** A new password for the database, on the page of its settings: made up or typed, set in place, and shown once. */
import { databasePasswordBody } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object } from 'valibot'
import { databasePasswordReset } from '../../data/connect.js'
import { projectSettingsQuery } from '../../data/insight.js'
import { projectQuery } from '../../data/projects.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { hasPassword } from '../../rules/connect/connect-project.js'
import { PASSWORD_BYTES, passwordOf } from '../../rules/project/generated-password.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { infoText } from '../../text/info-pages.js'
import type { Needs } from '../context.js'

/** The reset of a database's password. */
export interface PasswordReset extends Disposable {
  readonly $may: ReadableAtom<ControlState>
  readonly $isOpen: ReadableAtom<boolean>
  readonly form: Form<{ password: string }>
  /** The new password, to be copied: it is not shown again. Null: none was set on this page. */
  readonly $shown: ReadableAtom<string | null>
  /** Opens the form with a password that is made up. */
  open(): void
  close(): void
  /** Makes up another one. */
  generate(): void
  /** Puts the shown password away. */
  putAway(): void
  copy(words: string): Promise<boolean>
}

export function createPasswordReset(
  context: Needs<'host' | 'client' | 'queries'>,
  ref: string,
): PasswordReset {
  const { host, client, queries } = context
  const $isOpen = atom(false)
  const $shown = atom<string | null>(null)
  const form = createForm({
    schema: object({ password: databasePasswordBody.entries.password }),
    initial: { password: '' },
    async submit({ password }) {
      await mutate(queries, databasePasswordReset(client, ref), { password })
      $isOpen.set(false)
      $shown.set(password)
    },
  })
  const generate = () =>
    form.set('password', passwordOf(crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES))))
  return {
    $may: computed(
      [
        projectControlState(
          context,
          ref,
          { action: 'update', resource: 'project_settings' },
          infoText.password.mayNot,
        ),
        queries.store(projectQuery(client, ref)),
        queries.store(projectSettingsQuery(client, ref)),
      ],
      (may, project, settings): ControlState => {
        const isOurs =
          project.status !== 'ready' ||
          settings.status !== 'ready' ||
          hasPassword(project.data.engine, settings.data.db_port)
        return may.disabled || isOurs ? may : { disabled: true, hint: infoText.password.notOurs }
      },
    ),
    $isOpen,
    form,
    $shown,
    open() {
      form.reset()
      generate()
      $isOpen.set(true)
    },
    close: () => $isOpen.set(false),
    generate,
    putAway() {
      form.reset()
      $shown.set(null)
    },
    copy: (words) => copyText(host, words),
    dispose() {
      form.reset()
      $shown.set(null)
    },
  }
}
