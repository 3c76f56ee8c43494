/**
 * Removes paths of the server from a sentence for members. The operator finds them in the log.
 * @rule errors.without-paths  @spec §8
 */
import { databaseText } from '../text/databases.js'

/** An absolute path; not the rest of a URL, of a date or of a fraction. */
const ABSOLUTE_PATH = /(?<![\w.:/])\/[\w.@+~-][^\s"'“”()]*(?<![.,:;])/g

export function withoutPaths(sentence: string): string {
  return sentence.replace(ABSOLUTE_PATH, databaseText.serverPath)
}
