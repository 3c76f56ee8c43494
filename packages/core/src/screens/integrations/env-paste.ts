/** A part of the vault's page: many secrets from the text of a `.env` file. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { check, object, pipe, string } from 'valibot'
import { secretCreation } from '../../data/vault.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { readEnvText } from '../../rules/settings/env-text.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { vaultText as text } from '../../text/vault.js'
import type { Needs } from '../context.js'

/** Many secrets from a text. */
export interface EnvPaste {
  readonly $isOpen: ReadableAtom<boolean>
  readonly form: Form<{ text: string }>
  /** How many were found, and what is left out, each line as a sentence. */
  readonly $found: ReadableAtom<{ note: string; problems: readonly string[] }>
  open(): void
  close(): void
}

export function createEnvPaste(
  { client, queries, host }: Needs<'host' | 'client' | 'queries'>,
  { ref, $mayCreate }: { ref: string; $mayCreate: ReadableAtom<ControlState> },
): EnvPaste {
  const $isOpen = atom(false)
  const form = createForm({
    schema: object({
      text: pipe(
        string(),
        check((typed) => readEnvText(typed).entries.length > 0, text.nothingToAdd),
      ),
    }),
    initial: { text: '' },
    blames: { secret_taken: 'text', too_many_secrets: 'text' },
    async submit(typed) {
      const secrets = readEnvText(typed.text).entries.map(({ name, value }) => ({ name, value }))
      await mutate(queries, secretCreation(client, ref), { secrets })
      $isOpen.set(false)
      host.notifier.notify({ kind: 'success', message: text.pasted(secrets.length) })
    },
  })
  return {
    $isOpen,
    form,
    $found: computed(form.$values, (typed) => {
      const { entries, problems } = readEnvText(typed.text)
      return { note: text.pasteFound(entries.length), problems: problems.map(text.problem) }
    }),
    open: () => !$mayCreate.get().disabled && $isOpen.set(true),
    close: () => $isOpen.set(false),
  }
}
