/** Adds and removes authenticator apps and recovery codes. */
import { randomUUID } from 'node:crypto'
import type { NewTotpFactor } from '@basedeck/platform-client/contract'
import type { Caller, Origin } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import {
  deleteFactor,
  deleteRecoveryCodes,
  insertFactor,
  listFactorRows,
  replaceRecoveryCodes,
  takeStep,
} from '../control/second-factors.js'
import { deleteSessions } from '../control/sessions.js'
import { DomainError } from '../kernel/domain-error.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { subjectsOf, type Attempts } from './attempts.js'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.js'
import { newTotpSecret, stepOfCode, totpUri } from './totp.js'
import { accountText } from '../text/accounts.js'

/** The purpose that a factor's secret is encrypted for. */
export function factorPurpose(factorId: string): string {
  return `totp factor ${factorId}`
}

export interface SecondFactorDeps {
  control: ControlDatabase
  attempts: Attempts
  box: SecretBox
  now(): Date
}

export interface SecondFactors {
  enroll(caller: Caller, name: string, origin: Origin): Promise<NewTotpFactor>
  /** Returns recovery codes with the first app; further apps don't change the codes. */
  verify(caller: Caller, factorId: string, code: string, origin: Origin): Promise<string[]>
  /** `isLast`: the account has no second factor any more. */
  remove(caller: Caller, factorId: string, origin: Origin): Promise<{ wasVerified: boolean; isLast: boolean }>
  renewCodes(caller: Caller, origin: Origin): Promise<string[]>
}

export function createSecondFactors({ control, attempts, box, now }: SecondFactorDeps): SecondFactors {
  return {
    async enroll(caller, name, origin) {
      const id = randomUUID()
      const secret = newTotpSecret()
      await control.write([
        ...insertFactor({ id, profileId: caller.id, name, secret: box.seal(secret, factorPurpose(id)) }),
        auditStatement(caller, origin, { action: 'account.factor_enroll', target: name }),
      ])
      const uri = totpUri(secret, caller.email ?? caller.name)
      return { id, name, verified: false, inserted_at: now().toISOString(), secret, uri }
    },

    async verify(caller, factorId, code, origin) {
      const subjects = subjectsOf(`second factor of ${caller.id}`, origin.ip)
      await attempts.begin(subjects)
      const factors = await listFactorRows(control, caller.id)
      const factor = factors.find(({ id }) => id === factorId)
      if (!factor) throw new DomainError('not_found')
      const secret = box.open(factor.secret, factorPurpose(factor.id))
      const step = stepOfCode(secret, code, factor.last_step, now().getTime())
      if (step === undefined) throw new DomainError('wrong_code')
      const isFirst = !factors.some(({ verified }) => verified)
      const codes = isFirst ? newRecoveryCodes() : []
      const written = await control.write([
        takeStep(factor.id, step),
        ...(isFirst ? replaceRecoveryCodes(caller.id, hashes(caller.id, codes)) : []),
        // The other sessions were signed in without a second factor.
        ...(isFirst ? [deleteSessions(caller.id, caller.credentialId)] : []),
        auditStatement(caller, origin, { action: 'account.factor_verify', target: factor.name }),
      ])
      if (!written.ok) throw new DomainError('wrong_code')
      await attempts.succeeded(subjects)
      return codes
    },

    async remove(caller, factorId, origin) {
      const factors = await listFactorRows(control, caller.id)
      const factor = factors.find(({ id }) => id === factorId)
      const isLast = !factors.some(({ id, verified }) => verified && id !== factorId)
      const written = await control.write([
        deleteFactor(factorId, caller.id),
        ...(isLast ? [deleteRecoveryCodes(caller.id)] : []),
        auditStatement(caller, origin, { action: 'account.factor_remove', target: factor?.name ?? '' }),
      ])
      if (!written.ok) throw new DomainError('not_found')
      return { wasVerified: factor?.verified === true, isLast }
    },

    async renewCodes(caller, origin) {
      if (!caller.isMfaEnabled) throw new DomainError('not_found', accountText.noFactor)
      const codes = newRecoveryCodes()
      await control.write([
        ...replaceRecoveryCodes(caller.id, hashes(caller.id, codes)),
        auditStatement(caller, origin, {
          action: 'account.recovery_codes_renew',
          target: caller.email ?? '',
        }),
      ])
      return codes
    },
  }
}

function hashes(profileId: string, codes: readonly string[]): string[] {
  return codes.map((code) => recoveryCodeHash(profileId, code))
}
