/** The two ways to prove the second factor: a code of the app, or a recovery code. */
import { recoveryCodeBody, totpBody } from '@basedeck/platform-client'
import type { InferOutput } from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'

export type SecondFactorProof = InferOutput<typeof totpBody> | InferOutput<typeof recoveryCodeBody>

export interface SecondFactorForms {
  readonly codeForm: Form<{ code: string }>
  readonly recoveryForm: Form<{ recovery_code: string }>
}

export function createSecondFactorForms(
  prove: (proof: SecondFactorProof) => Promise<void>,
): SecondFactorForms {
  return {
    codeForm: createForm({
      schema: totpBody,
      initial: { code: '' },
      blames: { wrong_code: 'code' },
      submit: prove,
    }),
    recoveryForm: createForm({
      schema: recoveryCodeBody,
      initial: { recovery_code: '' },
      blames: { wrong_code: 'recovery_code' },
      submit: prove,
    }),
  }
}
