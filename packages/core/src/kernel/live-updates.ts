/** Whether the platform sends changes by itself, so that polling is not needed. */
export interface LiveUpdates {
  isLive: boolean
}
