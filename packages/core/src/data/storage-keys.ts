/** The key of file storage that live updates refresh. The shell loads this file, so it holds nothing else. */
import { projectKey } from './projects.js'

/** The key prefix of what the platform reports of a project's storage: buckets, lists of files, limits. */
export const storageKey = (ref: string) => [...projectKey(ref), 'storage']
