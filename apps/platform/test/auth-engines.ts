/** Where the flows of auth are tried: by URL in `npm run test:full`, because each server takes seconds to start. */
import type { TestedEngine } from './running-app.js'

export const AUTH_ENGINES: readonly TestedEngine[] =
  process.env['BASEDECK_WHOLE_MATRIX'] === '1' ? ['cluster', 'pglite', 'url'] : ['cluster', 'pglite']
