/** The addresses by which one gets in. */
import { pageTitles } from '../../text/page-titles.js'
import { page } from '../page.js'

export const signInPages = {
  signIn: page({
    path: '/sign-in',
    title: pageTitles.signIn,
    hidesSidebar: 'page',
    access: 'sign-in',
    load: async () => (await import('./sign-in.js')).createSignIn,
  }),
  setUp: page({
    path: '/set-up',
    title: pageTitles.setUp,
    access: 'set-up',
    load: async () => (await import('./set-up.js')).createSetUp,
  }),
  forgotPassword: page({
    path: '/forgot-password',
    title: pageTitles.forgotPassword,
    access: 'sign-in',
    load: async () => (await import('./forgot-password.js')).createForgotPassword,
  }),
  resetPassword: page({
    path: '/reset-password',
    title: pageTitles.resetPassword,
    access: 'link',
    load: async () => (await import('./reset-password.js')).createResetPassword,
  }),
  confirmEmail: page({
    path: '/confirm-email',
    title: pageTitles.confirmEmail,
    access: 'link',
    load: async () => (await import('./confirm-email.js')).createConfirmEmail,
  }),
  invitation: page({
    path: '/invitation/{token}',
    title: pageTitles.invitation,
    access: 'link',
    load: async () => (await import('./invitation.js')).createInvitation,
  }),
}
