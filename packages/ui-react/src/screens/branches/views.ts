/** What draws the pages of `core/screens/branches/pages.ts`. */
import { view, type Views } from '../view.js'

export const branchesViews: Views<'branches'> = {
  branches: view(async () => (await import('./branches.js')).Branches),
  merge: view(async () => (await import('./merge.js')).Merge),
}
