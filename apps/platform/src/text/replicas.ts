/** What the server says about read replicas. */
export const replicaText = {
  needsResync: 'The replica has to be copied anew from its primary. Resync it, or remove it',
  notPromoted: 'PostgreSQL did not end its recovery in time.',
  behind:
    'The replica lacks what its primary wrote last. Wait until its lag is 0, and try again. Nothing was changed',
  notBothRunning: 'The primary and the replica have to run for that. Nothing was changed',
} as const
