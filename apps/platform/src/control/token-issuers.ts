/** Sign-in services of others whose tokens a project accepts, as rows. */
import type { TokenIssuer } from '@basedeck/platform-client/contract'
import type { TrustedIssuer } from '../keys/project-keys.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export function listTokenIssuerRows(control: ControlDatabase, ref: string): Promise<TokenIssuer[]> {
  return control.select<TokenIssuer>(
    `select i.id, i.issuer, i.jwks_url, i.audience, i.created_at as inserted_at
     from control.token_issuers i join control.projects p on p.id = i.project_id
     where p.ref = $1 order by i.created_at, i.issuer`,
    [ref],
  )
}

export function trustedIssuers(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<TrustedIssuer[]> {
  return control.selectOften<TrustedIssuer>(
    `select i.id, i.issuer, i.jwks_url as "jwksUrl", i.audience
     from control.token_issuers i join control.projects p on p.id = i.project_id where p.ref = $1`,
    [ref],
  )
}

/** At most that many: each may be fetched for a token that names it. */
export function insertTokenIssuer(
  { id, issuer, jwks_url, audience }: Omit<TokenIssuer, 'inserted_at'>,
  ref: string,
  most: number,
): ControlStatement {
  return {
    sql: `insert into control.token_issuers (id, project_id, issuer, jwks_url, audience)
      select $1::uuid, p.id, $3, $4, $5 from control.projects p where p.ref = $2
        and (select count(*) from control.token_issuers i where i.project_id = p.id) < $6::int`,
    parameters: [id, ref, issuer, jwks_url, audience, most],
    expect: 1,
  }
}

export function deleteTokenIssuer(id: string, ref: string): ControlStatement {
  return {
    sql: `delete from control.token_issuers i using control.projects p
      where p.id = i.project_id and p.ref = $2 and i.id = $1`,
    parameters: [id, ref],
    expect: 1,
  }
}
