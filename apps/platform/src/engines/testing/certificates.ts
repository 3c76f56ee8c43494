/** An authority for tests, and the certificates of its servers. */
import { generateKeyPairSync } from 'node:crypto'
import { signedCertificate } from '../certificate.js'

export interface TestCertificate {
  /** PEM. */
  certificate: string
  /** PEM, PKCS #8. */
  key: string
}

export interface TestAuthority {
  /** Its own certificate, PEM. */
  certificate: string
  /** For a server at `host`, a name or an IPv4 address. */
  issue(host: string, valid?: { from: Date; until: Date }): TestCertificate
}

const DAY_MS = 24 * 3600 * 1000

export function testAuthority(name = 'An authority'): TestAuthority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const around = { from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) }
  return {
    certificate: signedCertificate(
      { subject: name, issuer: name, publicKey, valid: around, isAuthority: true },
      privateKey,
    ),
    issue(host, valid = around) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        certificate: signedCertificate(
          { subject: host, issuer: name, publicKey: pair.publicKey, valid, hosts: [host] },
          privateKey,
        ),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}
