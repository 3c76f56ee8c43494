/** Findings as SARIF 2.1.0 (OASIS), which code hosts show beside a change. */
import type { Lint } from '@basedeck/platform-client/contract'
import { productVersion } from '../product-version.js'

const LEVELS: Readonly<Record<Lint['level'], string>> = { ERROR: 'error', WARN: 'warning', INFO: 'note' }

export function sarifOf(lints: readonly Lint[]): object {
  const rules = new Map(lints.map((lint) => [lint.name, lint]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'basedeck advisors',
            version: productVersion(),
            rules: [...rules.values()].map(({ name, title, description, remediation, level }) => ({
              id: name,
              shortDescription: { text: title },
              fullDescription: { text: description },
              help: { text: remediation },
              defaultConfiguration: { level: LEVELS[level] },
            })),
          },
        },
        results: lints.map(({ name, level, detail, cache_key, metadata }) => ({
          ruleId: name,
          level: LEVELS[level],
          message: { text: detail },
          partialFingerprints: { finding: cache_key },
          locations: [
            {
              logicalLocations: [
                { fullyQualifiedName: metadata?.entity ?? '', kind: metadata?.type ?? 'object' },
              ],
            },
          ],
        })),
      },
    ],
  }
}
