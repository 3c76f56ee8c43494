/** How a call of the suite was refused. */
import { PlatformError } from '../errors.js'

/** Status and stable word of what a call was refused with. */
export async function refusal(
  call: Promise<unknown>,
): Promise<[status: number | undefined, code: string | undefined]> {
  const { status, code } = await failureOf(call)
  return [status, code]
}

/** The error of a call. @throws Error when it did not fail with a PlatformError */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(outcome instanceof PlatformError))
    throw new Error('The call should have failed with a PlatformError', { cause: outcome })
  return outcome
}
