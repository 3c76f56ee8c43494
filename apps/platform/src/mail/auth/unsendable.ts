/** Templates that can be read, but would put a value where it could become code. */
import { authMailProblem } from '@basedeck/core/rules'
import { AUTH_MAIL_KINDS, type AuthConfigChanges } from '@basedeck/platform-client/contract'
import { requestText } from '../../text/errors.js'

/** Why these settings can't be stored, as a sentence; undefined: they can. The contract has refused what can't be read. */
export function unsendableTemplate(changes: AuthConfigChanges): string | undefined {
  for (const kind of AUTH_MAIL_KINDS) {
    const name = `mailer_templates_${kind}_content` as const
    const problem = authMailProblem({ subject: '', content: changes[name] ?? '' })
    if (problem) return requestText.unsafeMailPlace(name, problem.found, problem.line)
  }
  return undefined
}
