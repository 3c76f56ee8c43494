/** The services of a project: what applications may ask of it at its own address. */

/** `data`: tables; `auth`: users who sign in; `storage`: files; `realtime`: changes as they happen; `functions`: edge functions. */
export type ProjectService = 'data' | 'auth' | 'storage' | 'realtime' | 'functions'

/** Where each service is below a project's address (`restUrl`), whether or not it is served. */
export const SERVICE_PATHS: Readonly<Record<ProjectService, string>> = {
  data: '/rest/v1',
  auth: '/auth/v1',
  storage: '/storage/v1',
  realtime: '/realtime/v1',
  functions: '/functions/v1',
}
