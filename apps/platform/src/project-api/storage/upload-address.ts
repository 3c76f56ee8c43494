/**
 * The last part of an upload's address. Where several processes share a control plane it also names the one that began
 * the upload, since what has arrived so far is on its disk.
 */
import { isUuid } from '../../objects/uuid.js'

const BETWEEN = '@'

/** @param process undefined: there is only one */
export function uploadAddress(id: string, process: string | undefined): string {
  return process === undefined ? id : `${id}${BETWEEN}${process}`
}

export function uploadIn(address: string | undefined): string | undefined {
  const [id = ''] = address?.split(BETWEEN) ?? []
  return isUuid(id) ? id : undefined
}

export function processIn(address: string | undefined): string | undefined {
  const [, process = ''] = address?.split(BETWEEN) ?? []
  return isUuid(process) ? process : undefined
}
