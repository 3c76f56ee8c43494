/**
 * The frameworks that Connect has files for, by tab: each with its ways of use, and what it connects with. `children`
 * of an entry are the choices under Using, theirs the choices under With.
 * @rule connect.catalogue  @spec §2
 */

/** The tabs of the dialog, in their order. */
export const CONNECT_TABS = ['direct', 'frameworks', 'mobiles', 'orms'] as const
/** A tab of the dialog. */
export type ConnectTab = (typeof CONNECT_TABS)[number]

/** What an entry connects with: a driver for the database URL, or the client library of the family. */
export type ConnectLibrary = 'pg' | 'postgresjs' | 'kysely' | 'prisma' | 'client'

/** An entry of a list, with the list that choosing it opens. */
export interface ConnectChoice {
  key: string
  label: string
  children: readonly ConnectChoice[]
}

/** A framework or tool. `guide` is the page of our documentation that is about it. */
export interface ConnectFramework extends ConnectChoice {
  icon: string
  guide: 'connect-apps' | 'connect-orms'
}

const LIBRARY_LABELS: Readonly<Record<ConnectLibrary, string>> = {
  pg: 'node-postgres',
  postgresjs: 'Postgres.js',
  kysely: 'Kysely',
  prisma: 'Prisma Client',
  client: 'supabase-js',
}

const library = (key: ConnectLibrary): ConnectChoice => ({
  key,
  label: LIBRARY_LABELS[key],
  children: [],
})
const using = (key: string, label: string, libraries: readonly ConnectLibrary[]): ConnectChoice => ({
  key,
  label,
  children: libraries.map(library),
})
const app = (key: string, label: string, children: readonly ConnectChoice[]): ConnectFramework => ({
  key,
  label,
  icon: key,
  guide: 'connect-apps',
  children,
})
/** One way of use: the list of Using is left out. */
const plain = (key: string, label: string, libraries: readonly ConnectLibrary[]) =>
  app(key, label, libraries.map(library))

const ON_SERVERS = ['pg', 'postgresjs', 'kysely', 'client'] as const
const IN_BROWSERS = ['client'] as const

/** Each tab's frameworks, in their order; the direct tab has none. */
export const CONNECT_FRAMEWORKS: Readonly<
  Record<Exclude<ConnectTab, 'direct'>, readonly ConnectFramework[]>
> = {
  frameworks: [
    app('nextjs', 'Next.js', [
      using('app', 'App Router', ON_SERVERS),
      using('pages', 'Pages Router', ON_SERVERS),
    ]),
    plain('remix', 'Remix', ON_SERVERS),
    app('react', 'React', [
      using('create-react-app', 'Create React App', IN_BROWSERS),
      using('vite', 'Vite', IN_BROWSERS),
    ]),
    plain('nuxt', 'Nuxt', ON_SERVERS),
    plain('vuejs', 'Vue.JS', IN_BROWSERS),
    plain('sveltekit', 'SvelteKit', ON_SERVERS),
    plain('solidjs', 'Solid.js', IN_BROWSERS),
    plain('astro', 'Astro', ON_SERVERS),
    plain('refine', 'refine', IN_BROWSERS),
  ],
  mobiles: [
    plain('exporeactnative', 'Expo React Native', IN_BROWSERS),
    plain('flutter', 'Flutter', IN_BROWSERS),
    plain('ionicreact', 'Ionic React', IN_BROWSERS),
    plain('swift', 'Swift', IN_BROWSERS),
    plain('androidkotlin', 'Android Kotlin', IN_BROWSERS),
    plain('ionicangular', 'Ionic Angular', IN_BROWSERS),
  ],
  orms: [
    { key: 'prisma', label: 'Prisma', icon: 'prisma', guide: 'connect-orms', children: [library('prisma')] },
    {
      key: 'drizzle',
      label: 'Drizzle',
      icon: 'drizzle',
      guide: 'connect-orms',
      children: [library('postgresjs'), library('pg')],
    },
  ],
}
