/** What is said while the platform can't be reached. */
export const connectionText = {
  label: 'Connection',
  offline: 'This device is offline. What you typed is kept. The page reconnects when the network is back.',
  away: (seconds: number) =>
    `The platform can’t be reached. What you typed is kept; trying again in ${seconds} s.`,
  trying: 'The platform can’t be reached. What you typed is kept; trying again…',
  /** A menu or a dialog was opened whose code is not loaded yet. */
  opensThen: 'What you opened appears then.',
  tryNow: 'Try now',
}
