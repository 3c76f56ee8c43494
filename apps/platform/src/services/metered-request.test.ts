import { beginExport, importRows, QUERY_PATH } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { usageOf } from './metered-request.js'

const API = '/{ref}/storage/v1/read'

test.each([
  ['POST', QUERY_PATH, 200, ['EGRESS', 'QUERIES']],
  ['POST', beginExport.path, 201, ['EGRESS', 'QUERIES']],
  ['POST', importRows.path, 200, ['EGRESS', 'QUERIES']],
  ['POST', QUERY_PATH, 403, ['EGRESS']],
  ['GET', QUERY_PATH, 200, ['EGRESS']],
  ['GET', API, 200, ['EGRESS', 'API_REQUESTS', 'STORAGE_DOWNLOADS']],
  ['GET', API, 404, ['EGRESS', 'API_REFUSED']],
  ['GET', API, 500, ['EGRESS', 'API_ERRORS']],
  ['POST', '/{ref}/storage/v1/upload', 200, ['EGRESS', 'API_REQUESTS', 'STORAGE_UPLOADS']],
  ['POST', '/{ref}/auth/v1/token', 200, ['EGRESS', 'API_REQUESTS']],
  ['POST', '/{ref}/auth/v1/token', 400, ['EGRESS', 'API_REFUSED', 'AUTH_REFUSED']],
  ['POST', '/{ref}/auth/v1/otp', 429, ['EGRESS', 'API_REFUSED']],
  ['POST', '/{ref}/functions/v1/call', 200, ['EGRESS', 'API_REQUESTS', 'FUNCTION_INVOCATIONS']],
  ['POST', '/{ref}/functions/v1/call', 404, ['EGRESS', 'API_REFUSED']],
  ['POST', '/{ref}/functions/v1/call', 502, ['EGRESS', 'API_ERRORS', 'FUNCTION_ERRORS']],
  ['GET', '/platform/projects/{ref}', 200, ['EGRESS']],
])('%s %s answered with %s', (method, route, status, metrics) => {
  const used = usageOf({ project: 'shop', method, route, status, bytes: 70, ms: 1 })
  expect(used.map(([metric]) => metric)).toEqual(metrics)
  expect(used[0]).toEqual(['EGRESS', 70])
})
