/** Pages of users, with the total and links to the next and the last one. */
import type { AuthAnswer, AuthCall } from '../auth-call.js'
import { AuthError } from '../auth-error.js'
import { requireAdmin } from '../signed-in-user.js'
import { USER_COLUMNS, userAnswer, userOf } from '../user-rows.js'

const PAGE = 50
const MOST_PER_PAGE = 1000
const MOST_PAGE = 1_000_000

const SORTS: Readonly<Record<string, string>> = {
  'created_at desc': 'u.created_at desc, u.id desc',
  'created_at asc': 'u.created_at, u.id',
  'updated_at desc': 'u.updated_at desc, u.id desc',
  'updated_at asc': 'u.updated_at, u.id',
}

export async function listUsers(call: AuthCall): Promise<AuthAnswer> {
  requireAdmin(call)
  const page = wholeIn(call.query, 'page', 1, MOST_PAGE)
  const perPage = Math.min(wholeIn(call.query, 'per_page', PAGE, Number.MAX_SAFE_INTEGER), MOST_PER_PAGE)
  const filter = call.query.get('filter') ?? ''
  const order = SORTS[call.query.get('sort') ?? ''] ?? 'u.created_at desc, u.id desc'
  const like = `%${filter.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const where = `u.deleted_at is null and ($1 = '' or u.email ilike $2 or u.phone like $2 or u.id::text = lower($1)
    or u.raw_user_meta_data ->> 'full_name' ilike $2 or u.raw_user_meta_data ->> 'name' ilike $2)`
  const [rows = [], [counted] = []] = await call.database.transact([
    {
      query: `select ${USER_COLUMNS} from auth.users u where u.id = any(array(select u.id from auth.users u
          where ${where} order by ${order} limit $3::int offset $4::bigint)) order by ${order}`,
      parameters: [filter, like, String(perPage), String((page - 1) * perPage)],
    },
    { query: `select count(*)::text as total from auth.users u where ${where}`, parameters: [filter, like] },
  ])
  const total = Number(counted?.['total'] ?? 0)
  return {
    body: { users: rows.map((row) => userAnswer(userOf(row))), aud: 'authenticated' },
    headers: { 'x-total-count': String(total), link: pageLinks(call, { page, perPage, total }) },
  }
}

function pageLinks(
  { query, issuer }: Pick<AuthCall, 'query' | 'issuer'>,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const at = (to: number, rel: string) => {
    const asked = new URLSearchParams(query)
    asked.set('page', String(to))
    asked.set('per_page', String(perPage))
    return `<${issuer}/admin/users?${asked}>; rel="${rel}"`
  }
  return [...(page < last ? [at(page + 1, 'next')] : []), at(last, 'last')].join(', ')
}

/** @throws AuthError validation_failed */
function wholeIn(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const value = Number(text)
  if (!/^\d{1,15}$/.test(text) || value < 1 || value > most)
    throw new AuthError('validation_failed', { message: `Bad Pagination Parameters: ${name}` })
  return value
}
