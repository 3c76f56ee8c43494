/** Says in one sentence for the terminal why the program did not start. An unexpected error keeps its stack. */
import { sizeText } from '@basedeck/core/rules'
import { BackupError } from '../backup/backup-error.js'
import { DomainError } from '../kernel/domain-error.js'
import { EngineError } from '../engines/engine.js'
import { saysDiskFull } from '../http/on-error.js'
import { StoreError } from '../objects/store-error.js'
import { SecretError } from '../secrets/secret-error.js'
import { isFull } from '../services/disk-space.js'
import { startText } from '../text/start.js'

/** A refusal to start; the message is a sentence for the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Whether an error already is a sentence for the terminal. */
export function isSentence(error: unknown): error is Error {
  if (error instanceof DomainError) return error.code !== 'internal'
  return [StartError, StoreError, EngineError, SecretError, BackupError].some((kind) => error instanceof kind)
}

export interface Surroundings {
  dataDir: string
  /** Of the data directory's disk; undefined: it can't be asked. */
  freeBytes: number | undefined
}

export function startFailure(error: unknown, { dataDir, freeBytes }: Surroundings): string {
  if (saysDiskFull(error) || (isByFullDisk(error) && freeBytes !== undefined && isFull(freeBytes))) {
    const free = freeBytes === undefined ? '' : startText.free(sizeText(freeBytes))
    return startText.diskFull(dataDir, free)
  }
  if (isSentence(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Errors like a taken port or a wrong key are not caused by the disk. */
function isByFullDisk(error: unknown): boolean {
  if (error instanceof EngineError) return ['directory', 'lost', 'unavailable'].includes(error.code)
  return !isSentence(error)
}

/** Of an address that can't be listened on. @param flag the option that names the port */
export function listenError(error: unknown, host: string, port: number, flag: string): StartError {
  const { code } = error as NodeJS.ErrnoException
  return new StartError(listenSentence(code, { host, port, flag }), { cause: error })
}

function listenSentence(
  code: string | undefined,
  { host, port, flag }: { host: string; port: number; flag: string },
): string {
  switch (code) {
    case 'EADDRINUSE':
      return startText.portInUse(port, flag)
    case 'EACCES':
      return startText.portNotAllowed(port, flag)
    case 'EADDRNOTAVAIL':
      return startText.notThisMachine(host)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return startText.unknownHost(host)
    default:
      return startText.notListening(host, port, code)
  }
}
