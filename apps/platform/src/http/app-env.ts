/** What every request carries through the middlewares. */
export interface AppEnv {
  Variables: { requestId: string }
}
