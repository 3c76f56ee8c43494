/** What draws the pages of `core/screens/functions/pages.ts`. */
import { view, type Views } from '../view.js'

export const functionsViews: Views<'functions'> = {
  edgeFunctions: view(async () => (await import('./function-list.js')).FunctionList),
  newFunction: view(async () => (await import('./new-function.js')).NewFunction),
  edgeFunction: view(async () => (await import('./function-page.js')).FunctionPage),
  functionSecrets: view(async () => (await import('./function-secrets.js')).FunctionSecrets),
}
