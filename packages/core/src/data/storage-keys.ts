/** The keys of file storage that live updates refresh: a file of its own, because the shell loads it. */
import { projectKey } from './projects.js'

/** The key prefix of what the platform reports of a project's storage: buckets, lists of files, limits. */
export const storageKey = (ref: string) => [...projectKey(ref), 'storage']
