/** The certificate of the database ports, in files that only PostgreSQL and PgBouncer can read. */
import { chmod, chown, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handOver, type ProcessUser } from './cluster/process-user.js'
import type { TlsPair } from './program-access.js'

export interface TlsFiles {
  certificate: string
  key: string
}

/** Writes both files at each start, because the operator may have replaced the certificate. @param user who reads them */
export async function writeTlsFiles(
  dataDir: string,
  { certificate, key }: TlsPair,
  user: ProcessUser | undefined,
): Promise<TlsFiles> {
  const folder = join(dataDir, 'pg-tls')
  await mkdir(folder, { recursive: true })
  await handOver(folder, user)
  const files = { certificate: join(folder, 'server.crt'), key: join(folder, 'server.key') }
  await writeWhole(files.certificate, certificate, user)
  await writeWhole(files.key, key, user)
  return files
}

/** Several servers may start at the same time. */
async function writeWhole(path: string, text: string, user: ProcessUser | undefined): Promise<void> {
  const draft = `${path}.${process.pid}-${Math.round(performance.now() * 1000)}.new`
  await writeFile(draft, text, { mode: 0o600 })
  await chmod(draft, 0o600)
  if (user) await chown(draft, user.uid, user.gid)
  await rename(draft, path)
}
