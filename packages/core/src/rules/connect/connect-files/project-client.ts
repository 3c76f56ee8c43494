/** The client library of the family with a project's address and key: sign-in, rows and files. */
import { terminal, type ConnectFile } from './file.js'

/** What the library is called in the registry. */
export const CLIENT_PACKAGE = '@supabase/supabase-js'

/** @param more commands that the framework needs */
export function installClient(...more: string[]): ConnectFile {
  return terminal(`npm install ${CLIENT_PACKAGE}`, ...more)
}

/**
 * @param given the two expressions that read address and key
 * @param before lines at the head of the module. @param isServer one module serves all visitors
 */
export function projectClient(
  name: string,
  given: { address: string; key: string },
  { before = '', isServer = false } = {},
): ConnectFile {
  return {
    name,
    language: 'ts',
    code: `${before}import { createClient } from '${CLIENT_PACKAGE}'

${isServer ? '/** Needs Node 22 or later. */\n' : ''}/** Rows by client.from, users by client.auth, files by client.storage. Policies decide what each user sees. */
export const client = createClient(${given.address}, ${given.key}${isServer ? SERVER : ''})

export type StoredFile = { name: string }

export async function listFiles(bucket: string, folder = ''): Promise<StoredFile[]> {
  const { data, error } = await client.storage.from(bucket).list(folder)
  if (error) throw error
  return data
}
${isServer ? '' : SIGN_IN}`,
  }
}

/** All visitors share the module: nobody's session may stay in it. */
const SERVER = `, {
  auth: { persistSession: false, autoRefreshToken: false },
}`

const SIGN_IN = `
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
}
`
