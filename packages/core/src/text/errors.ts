/** What errors say, and what can be done about them. */
export const errorText = {
  unknown: 'An unknown error occurred',
  title: (message: string) => `Error: ${message}`,
  /** What could not be done, and why. */
  sentence: (what: string, why: string) => `${what}: ${why}`,
  advice:
    'Try refreshing your browser, but if the issue persists for more than a few minutes, please reach out to us via support.',
  contactSupport: 'Contact support',
  copyFailed: 'The browser did not allow copying',
  retry: 'Try again',
  unreachable: 'The platform can’t be reached',
  unreachableTitle: 'Basedeck can’t be reached',
}
