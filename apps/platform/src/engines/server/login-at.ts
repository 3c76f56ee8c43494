/** Roles belong to a whole server, where another installation may have made a login of the same name. */
import type pg from 'pg'
import { markOf } from '../../project-database/login-mark.js'
import { askServer } from './ask-server.js'
import { asLogin, type Login } from './login.js'
import { signIn } from './owner-login.js'

/** The login itself where its name is free or ours; else one with a name of its own. The other role is left as it is. */
export async function loginAt(config: pg.ClientConfig, login: Login): Promise<Login> {
  if (!(await hasRole(config, login.role))) return login
  const isOurs = await signIn(asLogin(config, login)).then(
    () => true,
    () => false,
  )
  return isOurs ? login : { ...login, role: `${login.role}_${markOf(login)}` }
}

async function hasRole(config: pg.ClientConfig, role: string): Promise<boolean> {
  const name = `'${role.replaceAll("'", "''")}'`
  const { row } = await askServer(config, `select count(*) from pg_catalog.pg_roles where rolname = ${name}`)
  return row[0] !== '0'
}

/** How the logins of a project sign in, whether or not they are there. */
export async function signInsAt(
  config: pg.ClientConfig,
  logins: { reader?: Login; service?: Login; plainOwner?: Login },
): Promise<pg.ClientConfig[]> {
  const { reader, service, plainOwner } = logins
  const given = [reader, service, plainOwner].filter((login) => login !== undefined)
  return Promise.all(given.map(async (login) => asLogin(config, await loginAt(config, login))))
}
