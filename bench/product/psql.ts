/** psql as the owner of the default project, through the cluster's socket; what it prints goes nowhere. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export async function psqlOf(dataDir: string): Promise<(sql: string) => Promise<unknown>> {
  const postmaster = await readFile(join(dataDir, 'projects/default/pg/postmaster.pid'), 'utf8')
  const [, , , port = '', socket = ''] = postmaster.split('\n')
  const connection = ['-h', socket, '-p', port, '-U', 'postgres', '-d', 'postgres', '-X', '-q', '-A', '-t']
  return (sql) => execute('psql', [...connection, '-o', '/dev/null', '-c', sql])
}
