/**
 * So many different claims of one project are measured: each change is checked once for each of them. More are served too, and who
 * comes beyond is warned.
 */
export const REALTIME_CLAIMS_MEASURED = 2000
