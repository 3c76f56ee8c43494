/** Authenticator apps and recovery codes: one is added in two steps, and what is shown once waits until it was kept. */
import {
  enrollFactor,
  factorBody,
  givenPassword,
  removeFactor,
  renewRecoveryCodes,
  totpBody,
  verifyFactor,
  type NewTotpFactor,
  type TotpFactor,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { factorsQuery, profileQuery, type Factors } from '../../data/account.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'

/** The dialog over the page. */
export type FactorStep =
  | { name: 'name' }
  | { name: 'scan'; factor: NewTotpFactor }
  /** Shown once. */
  | { name: 'codes'; codes: readonly string[]; fileHref: string }
  | { name: 'remove'; factor: TotpFactor; isLast: boolean }
  | { name: 'new-codes' }

/**
 * The authenticator apps and recovery codes of the caller. A secret is shown once, in `$step`, until it is done with.
 */
export interface SecondFactor {
  readonly $factors: ReadableAtom<Remote<Factors>>
  /** At least one app is verified. */
  readonly $isOn: ReadableAtom<boolean>
  readonly $step: ReadableAtom<FactorStep | null>
  readonly nameForm: Form<{ name: string; password: string }>
  readonly codeForm: Form<{ code: string }>
  readonly removeForm: Form<{ password: string }>
  readonly newCodesForm: Form<{ password: string }>
  add(): void
  remove(factor: TotpFactor): void
  makeNewCodes(): void
  /** Ends the step; an app that was not verified never counts. */
  close(): void
  copy(text: string): Promise<boolean>
  copyCodes(): Promise<boolean>
}

const passwordOnly = v.object({ password: givenPassword })

export function createSecondFactor({
  client,
  queries,
  account,
  host,
}: Needs<'host' | 'client' | 'queries' | 'account'>): SecondFactor {
  const $factors = queries.store(factorsQuery(client))
  const $step = atom<FactorStep | null>(null)
  const say = (message: string) => host.notifier.notify({ kind: 'success', message })
  const changed = () => {
    queries.refresh(factorsQuery(client).key)
    queries.refresh(profileQuery(client).key)
    // An organization that asks for a second factor opens or closes.
    queries.refresh(['organizations'])
    queries.refresh(['account', 'sessions'])
  }
  const showCodes = (codes: readonly string[]) =>
    $step.set({ name: 'codes', codes, fileHref: fileOf(accountText.codesFileText(codes)) })
  const stepNamed = <Name extends FactorStep['name']>(name: Name) => {
    const step = $step.get()
    return step?.name === name ? (step as Extract<FactorStep, { name: Name }>) : undefined
  }

  return {
    $factors,
    $isOn: computed(account.$profile, (profile) => profile.status === 'ready' && profile.data.is_mfa_enabled),
    $step,
    nameForm: createForm({
      schema: factorBody,
      initial: { name: '', password: '' },
      blames: { wrong_password: 'password' },
      async submit(body) {
        const factor = await client.call(enrollFactor, { body })
        if (stepNamed('name')) $step.set({ name: 'scan', factor })
        queries.refresh(factorsQuery(client).key)
      },
    }),
    codeForm: createForm({
      schema: totpBody,
      initial: { code: '' },
      blames: { wrong_code: 'code' },
      async submit(body) {
        const scan = stepNamed('scan')
        if (!scan) return
        const { id, name } = scan.factor
        const { recovery_codes } = await client.call(verifyFactor, { params: { id }, body })
        changed()
        if (recovery_codes.length > 0) showCodes(recovery_codes)
        else $step.set(null)
        say(accountText.factorOn(name))
      },
    }),
    removeForm: createForm({
      schema: passwordOnly,
      initial: { password: '' },
      blames: { wrong_password: 'password' },
      async submit(body) {
        const step = stepNamed('remove')
        if (!step) return
        await client.call(removeFactor, { params: { id: step.factor.id }, body })
        changed()
        $step.set(null)
        say(accountText.factorRemoved(step.factor.name))
      },
    }),
    newCodesForm: createForm({
      schema: passwordOnly,
      initial: { password: '' },
      blames: { wrong_password: 'password' },
      async submit(body) {
        const { recovery_codes } = await client.call(renewRecoveryCodes, { body })
        changed()
        showCodes(recovery_codes)
      },
    }),
    add: () => $step.set({ name: 'name' }),
    remove(factor) {
      const factors = $factors.get()
      const others =
        factors.status === 'ready' ? factors.data.factors.filter(({ id }) => id !== factor.id) : []
      const isLast = factor.verified && !others.some(({ verified }) => verified)
      $step.set({ name: 'remove', factor, isLast })
    },
    makeNewCodes: () => $step.set({ name: 'new-codes' }),
    close: () => $step.set(null),
    copy: (text) => copyText(host, text),
    copyCodes: async () => copyText(host, stepNamed('codes')?.codes.join('\n') ?? ''),
  }
}

/** A text as an address, to be saved as a file. */
function fileOf(text: string): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}
