/** What draws the pages of `core/screens/sign-in/pages.ts`. */
import { view, type Views } from '../view.js'

export const signInViews: Views<'signIn'> = {
  signIn: view(async () => (await import('./sign-in.js')).SignIn),
  setUp: view(async () => (await import('./set-up.js')).SetUp),
  forgotPassword: view(async () => (await import('./forgot-password.js')).ForgotPassword),
  confirmEmail: view(async () => (await import('./confirm-email.js')).ConfirmEmail),
  resetPassword: view(async () => (await import('./reset-password.js')).ResetPassword),
  invitation: view(async () => (await import('./invitation.js')).Invitation),
}
