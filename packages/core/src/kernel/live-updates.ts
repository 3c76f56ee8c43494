/** Whether the platform tells of changes by itself, so that what it tells need not be asked for by time. */
export interface LiveUpdates {
  isLive: boolean
}
