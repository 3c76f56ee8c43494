/** What an engine has to say to the operator; pino's loggers fit. */
export interface EngineLog {
  info(message: string): void
  warn(message: string): void
}

export const silentLog: EngineLog = { info() {}, warn() {} }
