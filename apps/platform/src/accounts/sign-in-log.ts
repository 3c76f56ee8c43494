/** Logs sign-ins and refusals by ids and addresses. It never logs typed text, which may be a password. */
import type { Logger } from 'pino'
import type { Origin } from '../access/caller.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Accounts, SignedIn } from './accounts.js'

export function withSignInLog(accounts: Accounts, log: Pick<Logger, 'info' | 'warn'>): Accounts {
  async function told(
    by: 'set-up' | 'password' | 'second factor' | 'link',
    origin: Origin,
    work: Promise<SignedIn>,
  ): Promise<SignedIn> {
    const from = { by, ip: origin.ip, requestId: origin.requestId }
    try {
      const signedIn = await work
      const { state } = signedIn
      if (state.status === 'signed-in') log.info({ ...from, account: state.person?.id }, 'signed in')
      else log.info(from, 'the password was right, the second factor is awaited')
      return signedIn
    } catch (error) {
      // Other errors are logged by onError.
      if (error instanceof DomainError) {
        const level = error.code === 'too_many_attempts' ? 'warn' : 'info'
        log[level]({ ...from, code: error.code }, 'sign-in refused')
      }
      throw error
    }
  }

  return {
    ...accounts,
    setUp: (request, origin) => told('set-up', origin, accounts.setUp(request, origin)),
    signIn: (email, password, origin) => told('password', origin, accounts.signIn(email, password, origin)),
    secondFactor: (waiting, proof, origin) =>
      told('second factor', origin, accounts.secondFactor(waiting, proof, origin)),
    begin: (profile, options) => told('link', options.origin, accounts.begin(profile, options)),
    async signOut(who, sessionId, scope, origin) {
      await accounts.signOut(who, sessionId, scope, origin)
      log.info({ account: who.id, scope, ip: origin.ip, requestId: origin.requestId }, 'signed out')
    },
  }
}
