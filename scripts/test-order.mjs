/** In which order test files begin: what starts databases and programs comes first, so that the last ones are short. */
import { BaseSequencer } from 'vitest/node'

const DEAR = '/apps/platform/'

export class DearestFirst extends BaseSequencer {
  /** Vitest's own order, by what files took before or by their size, within the dear ones and within the rest. */
  async sort(files) {
    const sorted = await super.sort(files)
    return dearestFirst(sorted, ({ moduleId }) => moduleId)
  }
}

/** Those of the platform, then the others; each in the order in which they were given. */
export function dearestFirst(files, pathOf) {
  const isDear = (file) => pathOf(file).includes(DEAR)
  return [...files.filter(isDear), ...files.filter((file) => !isDear(file))]
}

/** In a run that the first failure ends. */
export class ShortestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return shortestFirst(sorted, ({ moduleId }) => moduleId)
  }
}

/** Those beside the sources, then those of whole programs; each in the order in which they were given. */
export function shortestFirst(files, pathOf) {
  const isLong = (file) => pathOf(file).includes(`${DEAR}test/`)
  return [...files.filter((file) => !isLong(file)), ...files.filter(isLong)]
}
