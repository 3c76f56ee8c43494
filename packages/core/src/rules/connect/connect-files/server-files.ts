/** Frameworks with a server: a driver on the server, or the object API. */
import { driverInstall, driverModule, isDriver } from './drivers.js'
import { databaseEnv, publicEnv, terminal, type ConnectFile, type FileValues } from './file.js'
import { installClient, projectClient } from './project-client.js'

interface ServerFramework {
  env: string
  module: string
  page: ConnectFile[]
  /** What the framework shows to browsers. */
  prefix: string
  read(name: string): string
  client: string
  filesPage: ConnectFile[]
}

const processEnv = (name: string) => `process.env.${name} ?? ''`

const NEXT = { env: '.env.local', prefix: 'NEXT_PUBLIC_', read: processEnv }

const SERVER_FRAMEWORKS: Readonly<Record<string, ServerFramework>> = {
  'nextjs/app': {
    ...NEXT,
    module: 'lib/db.ts',
    page: [
      {
        name: 'app/page.tsx',
        language: 'tsx',
        code: `import { currentTime } from '../lib/db'

export const dynamic = 'force-dynamic'

export default async function Page() {
  return <p>The database says it is {await currentTime()}</p>
}
`,
      },
    ],
    client: 'lib/project.ts',
    filesPage: [
      {
        name: 'app/page.tsx',
        language: 'tsx',
        code: `import { listFiles } from '../lib/project'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const files = await listFiles('my-bucket')
  return (
    <ul>
      {files.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
`,
      },
    ],
  },
  'nextjs/pages': {
    ...NEXT,
    module: 'lib/db.ts',
    page: [
      {
        name: 'pages/index.tsx',
        language: 'tsx',
        code: `import { currentTime } from '../lib/db'

export async function getServerSideProps() {
  return { props: { now: await currentTime() } }
}

export default function Page({ now }: { now: string }) {
  return <p>The database says it is {now}</p>
}
`,
      },
    ],
    client: 'lib/project.ts',
    filesPage: [
      {
        name: 'pages/index.tsx',
        language: 'tsx',
        code: `import { listFiles, type StoredFile } from '../lib/project'

export async function getServerSideProps() {
  return { props: { files: await listFiles('my-bucket') } }
}

export default function Page({ files }: { files: StoredFile[] }) {
  return (
    <ul>
      {files.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
`,
      },
    ],
  },
  remix: {
    env: '.env',
    prefix: '',
    // The module is named .server, so that no browser gets it.
    read: processEnv,
    module: 'app/db.server.ts',
    page: [
      {
        name: 'app/routes/_index.tsx',
        language: 'tsx',
        code: `import { useLoaderData } from '@remix-run/react'
import { currentTime } from '../db.server'

export async function loader() {
  return { now: await currentTime() }
}

export default function Index() {
  const { now } = useLoaderData<typeof loader>()
  return <p>The database says it is {now}</p>
}
`,
      },
    ],
    client: 'app/project.server.ts',
    filesPage: [
      {
        name: 'app/routes/_index.tsx',
        language: 'tsx',
        code: `import { useLoaderData } from '@remix-run/react'
import { listFiles } from '../project.server'

export async function loader() {
  return { files: await listFiles('my-bucket') }
}

export default function Index() {
  const { files } = useLoaderData<typeof loader>()
  return (
    <ul>
      {files.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
`,
      },
    ],
  },
  nuxt: {
    env: '.env',
    prefix: '',
    read: processEnv,
    module: 'server/utils/db.ts',
    page: [
      {
        name: 'server/api/now.get.ts',
        language: 'ts',
        code: `import { defineEventHandler } from 'h3'
import { currentTime } from '../utils/db'

export default defineEventHandler(async () => ({ now: await currentTime() }))
`,
      },
      {
        name: 'pages/index.vue',
        language: 'html',
        code: `<script setup lang="ts">
const { data } = await useFetch('/api/now')
</script>

<template>
  <p>The database says it is {{ data?.now }}</p>
</template>
`,
      },
    ],
    client: 'server/utils/project.ts',
    filesPage: [
      {
        name: 'server/api/files.get.ts',
        language: 'ts',
        code: `import { defineEventHandler } from 'h3'
import { listFiles } from '../utils/project'

export default defineEventHandler(() => listFiles('my-bucket'))
`,
      },
      {
        name: 'pages/index.vue',
        language: 'html',
        code: `<script setup lang="ts">
const { data: files } = await useFetch('/api/files')
</script>

<template>
  <ul>
    <li v-for="file in files" :key="file.name">{{ file.name }}</li>
  </ul>
</template>
`,
      },
    ],
  },
  sveltekit: {
    env: '.env',
    prefix: '',
    read: processEnv,
    module: 'src/lib/server/db.ts',
    page: [
      {
        name: 'src/routes/+page.server.ts',
        language: 'ts',
        code: `import { currentTime } from '../lib/server/db'

export async function load() {
  return { now: await currentTime() }
}
`,
      },
      {
        name: 'src/routes/+page.svelte',
        language: 'html',
        code: `<script lang="ts">
  let { data } = $props()
</script>

<p>The database says it is {data.now}</p>
`,
      },
    ],
    client: 'src/lib/server/project.ts',
    filesPage: [
      {
        name: 'src/routes/+page.server.ts',
        language: 'ts',
        code: `import { listFiles } from '../lib/server/project'

export async function load() {
  return { files: await listFiles('my-bucket') }
}
`,
      },
      {
        name: 'src/routes/+page.svelte',
        language: 'html',
        code: `<script lang="ts">
  let { data } = $props()
</script>

<ul>
  {#each data.files as file (file.name)}
    <li>{file.name}</li>
  {/each}
</ul>
`,
      },
    ],
  },
  astro: {
    env: '.env',
    prefix: '',
    read: processEnv,
    module: 'src/lib/db.ts',
    page: [
      {
        name: 'src/pages/index.astro',
        language: 'html',
        code: `---
import { currentTime } from '../lib/db'

export const prerender = false
const now = await currentTime()
---

<p>The database says it is {now}</p>
`,
      },
    ],
    client: 'src/lib/project.ts',
    filesPage: [
      {
        name: 'src/pages/index.astro',
        language: 'html',
        code: `---
import { listFiles } from '../lib/project'

export const prerender = false
const files = await listFiles('my-bucket')
---

<ul>
  {files.map(({ name }) => <li>{name}</li>)}
</ul>
`,
      },
    ],
  },
}

/** Vite keeps variables of `.env` from `process.env`: Node reads them itself when the server starts. */
const NODE_READS_ENV: ReadonlySet<string> = new Set(['sveltekit', 'astro', 'remix'])
const WITH_ENV = {
  comment: '# The development server gets the variables of .env from Node.',
  command: 'NODE_OPTIONS="--env-file=.env" npm run dev',
}
/** Astro answers requests only with an adapter. */
const MORE_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  astro: ['npx astro add node'],
}

/** Undefined: no framework with a server has that name. */
export function serverFiles(
  framework: string,
  library: string,
  values: FileValues,
): ConnectFile[] | undefined {
  const found = SERVER_FRAMEWORKS[framework]
  if (!found) return undefined
  const more = [
    ...(MORE_COMMANDS[framework] ?? []),
    ...(NODE_READS_ENV.has(framework) ? [WITH_ENV.comment, WITH_ENV.command] : []),
  ]
  if (isDriver(library))
    return [
      terminal(driverInstall(library), ...more),
      databaseEnv(found.env, values),
      driverModule(found.module, library, values),
      ...found.page,
    ]
  const { prefix, read } = found
  const given = { address: read(`${prefix}PROJECT_URL`), key: read(`${prefix}PROJECT_KEY`) }
  return [
    installClient(...more),
    publicEnv(found.env, prefix, values),
    projectClient(found.client, given, { isServer: true }),
    ...found.filesPage,
  ]
}
