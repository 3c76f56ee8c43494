/** Schedules: when they run next. */
export * from '../settings/next-run.js'
