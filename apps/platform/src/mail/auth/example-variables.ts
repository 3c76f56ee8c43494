/** What the variables of a test mail stand for. */
import type { MailVariables } from '@basedeck/platform-client/contract'

/** The link leads to the site and confirms nothing. */
export function exampleVariables(to: string, siteUrl: string): MailVariables {
  return {
    ConfirmationURL: siteUrl,
    Token: '123456',
    TokenHash: 'example',
    SiteURL: siteUrl,
    RedirectTo: siteUrl,
    Data: {},
    Email: to,
    NewEmail: `new.${to}`,
  }
}
