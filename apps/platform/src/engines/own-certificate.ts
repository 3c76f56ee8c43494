/**
 * The certificate of the database ports where the operator gave none: signed by itself, made at the first start, and kept, so that
 * programs which were given it go on trusting it.
 */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signedCertificate } from './certificate.js'
import type { TlsPair } from './program-access.js'

const DAY_MS = 24 * 3600 * 1000
const VALID_DAYS = 3650
/** Another one is made before it ends. */
const RENEWED_DAYS = 30

/** @param host the name or address that programs are told @throws the file system's errors */
export async function ownCertificate(dataDir: string, host: string, now: Date): Promise<TlsPair> {
  const path = join(dataDir, 'own-certificate.pem')
  const hosts = [...new Set([host, 'localhost', '127.0.0.1'])]
  const kept = await readFile(path, 'utf8').catch(() => '')
  const found = pairOf(kept)
  if (found && isUsable(found, hosts, now)) return found
  const made = makeCertificate(hosts, now)
  await mkdir(dataDir, { recursive: true })
  // Both in one file, so that they always fit.
  await writeFile(`${path}.new`, made.certificate + made.key, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return made
}

/** Whether a certificate is self-signed. @param pem of the certificate or of a chain that begins with it */
export function isSelfSigned(pem: string): boolean {
  const certificate = new X509Certificate(pem)
  return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)
}

function pairOf(text: string): TlsPair | undefined {
  const [certificate] = /-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----\n/.exec(text) ?? []
  const [key] = /-----BEGIN PRIVATE KEY-----[^]*?-----END PRIVATE KEY-----\n/.exec(text) ?? []
  return certificate !== undefined && key !== undefined ? { certificate, key } : undefined
}

/** A file that was damaged counts as none. */
function isUsable({ certificate, key }: TlsPair, hosts: readonly string[], now: Date): boolean {
  try {
    const read = new X509Certificate(certificate)
    return (
      read.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(read.validTo) > now.getTime() + RENEWED_DAYS * DAY_MS &&
      hosts.every((host) => (read.checkHost(host) ?? read.checkIP(host)) !== undefined)
    )
  } catch {
    return false
  }
}

function makeCertificate(hosts: readonly string[], now: Date): TlsPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const valid = {
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + VALID_DAYS * DAY_MS),
  }
  const name = 'Basedeck'
  const contents = { subject: name, issuer: name, publicKey, valid, isAuthority: true, hosts }
  return {
    certificate: signedCertificate(contents, privateKey),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
