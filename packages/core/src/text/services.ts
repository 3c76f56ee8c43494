/**
 * What is said of the services of a project. Whether one is served is asked (`Project.services`): no other text may say it.
 */
export const serviceText = {
  /** A table without row-level security. @param servesTables whether the project serves its tables over HTTP */
  openTable: (servesTables: boolean) =>
    servesTables
      ? 'Anyone with a key of the project can read and change all rows, as far as the grants of anon and authenticated allow.'
      : 'Every role can read and change all rows, as far as its grants allow. Nothing serves the table to the public.',
}
