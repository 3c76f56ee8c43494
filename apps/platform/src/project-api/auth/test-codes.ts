/** Numbers that are confirmed by a code of the settings, so that no text message is needed. */
import type { AuthConfig } from '@basedeck/platform-client/contract'

/** Undefined: the number has none, or their time is over. @param now milliseconds; default: now */
export function testCodeOf(
  {
    sms_test_otp: codes,
    sms_test_otp_valid_until: until,
  }: Pick<AuthConfig, 'sms_test_otp' | 'sms_test_otp_valid_until'>,
  phone: string,
  now = Date.now(),
): string | undefined {
  if (until !== '' && Date.parse(until) <= now) return undefined
  const found = codes.find((entry) => entry.startsWith(`${phone}=`))
  return found?.slice(phone.length + 1)
}
