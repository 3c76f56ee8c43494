/** What the modes of libpq's `sslmode` mean for a connection. CONTRACT: `tlsOptions` of a project. */
import type { tlsOptions } from '@basedeck/platform-client/contract'
import { X509Certificate } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'
import type { InferOutput } from 'valibot'
import { EngineError } from '../engine.js'
import { databaseText } from '../../text/databases.js'

export type TlsOptions = InferOutput<typeof tlsOptions>

export interface TlsSettings {
  ssl: false | ConnectionOptions
  /** Whether an unencrypted connection is allowed if the server offers no TLS. */
  plainWillDo: boolean
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** @throws EngineError `untrusted` when the mode and the certificate do not fit each other */
export function tlsSettings({ mode, ca }: TlsOptions): TlsSettings {
  const authority = ca === undefined ? undefined : checkedAuthority(ca)
  switch (mode) {
    case 'disable':
      return { ssl: false, plainWillDo: false }
    case 'prefer':
      return { ssl: UNCHECKED, plainWillDo: true }
    case 'require':
      // With an authority, libpq's require checks as verify-ca does.
      return { ssl: authority ? signedBy(authority) : UNCHECKED, plainWillDo: false }
    case 'verify-ca':
      if (!authority) throw needsAuthority()
      return { ssl: signedBy(authority), plainWillDo: false }
    case 'verify-full':
      return {
        ssl: { rejectUnauthorized: true, ...(authority && { ca: authority }) },
        plainWillDo: false,
      }
  }
}

const UNCHECKED: ConnectionOptions = { rejectUnauthorized: false }

function signedBy(ca: string): ConnectionOptions {
  return { rejectUnauthorized: true, ca, checkServerIdentity: () => undefined }
}

/** Node accepts text that is not a certificate without an error, and then trusts no authority. */
function checkedAuthority(ca: string): string {
  const blocks = ca.match(PEM_BLOCK) ?? []
  try {
    const [first] = blocks.map((block) => new X509Certificate(block))
    if (!first) throw new Error('no certificate')
  } catch (cause) {
    throw new EngineError('untrusted', databaseText.unreadableAuthority, { cause })
  }
  return blocks.join('\n')
}

/** Public authorities sign certificates for everyone, so without a check of the host name they prove nothing. */
function needsAuthority(): EngineError {
  return new EngineError('untrusted', databaseText.needsAuthority)
}
