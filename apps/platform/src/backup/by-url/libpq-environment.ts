/** The address of a server, its sign-in and its TLS, as the variables of libpq: none of them is seen in a list of processes. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates, type ConnectionOptions } from 'node:tls'
import pg from 'pg'

/** @param folder for the files that libpq reads certificates from; only this user enters it */
export async function libpqEnvironment(
  config: pg.ClientConfig,
  folder: string,
): Promise<Record<string, string>> {
  const { host, port, user = '', database = '', password } = new pg.Client(config)
  const given = typeof config.password === 'function' ? await config.password() : password
  const { options } = config
  return {
    PGHOST: host,
    PGPORT: `${port}`,
    PGUSER: user,
    PGDATABASE: database,
    PGAPPNAME: 'basedeck',
    PGCONNECT_TIMEOUT: '10',
    ...(typeof given === 'string' && given !== '' && { PGPASSWORD: given }),
    ...(options !== undefined && { PGOPTIONS: options }),
    // Neither passwords nor services of this machine are for its users.
    PGPASSFILE: '/dev/null',
    PGSERVICEFILE: '/dev/null',
    ...(await tlsVariables(sslOf(config), folder)),
  }
}

type Ssl = boolean | ConnectionOptions

/** The driver reads it from the URL. */
function sslOf(config: pg.ClientConfig): Ssl {
  return (new pg.Client(config) as unknown as { ssl: Ssl }).ssl
}

async function tlsVariables(ssl: Ssl, folder: string): Promise<Record<string, string>> {
  const noFile = join(folder, 'none')
  if (ssl === false) return { PGSSLMODE: 'disable', PGSSLROOTCERT: noFile }
  const { rejectUnauthorized = true, ca, cert, key, checkServerIdentity } = ssl === true ? {} : ssl
  const write = async (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    await writeFile(path, content, { mode: 0o600 })
    return path
  }
  const own = {
    PGSSLCERT: isText(cert) ? await write('client.crt', cert) : noFile,
    PGSSLKEY: isText(key) ? await write('client.key', key) : noFile,
  }
  if (!rejectUnauthorized) return { PGSSLMODE: 'require', PGSSLROOTCERT: noFile, ...own }
  const authority = await write('root.crt', isText(ca) ? ca : rootCertificates.join('\n'))
  return {
    PGSSLMODE: checkServerIdentity === undefined ? 'verify-full' : 'verify-ca',
    PGSSLROOTCERT: authority,
    ...own,
  }
}

function isText(value: unknown): value is string | Buffer {
  return typeof value === 'string' || Buffer.isBuffer(value)
}
