/** Frameworks that run in a browser or in a web view: the family's client, by the key that anyone may have. */
import { publicEnv, type ConnectFile, type FileValues } from './file.js'
import { installClient, projectClient } from './project-client.js'

interface BrowserFramework {
  /** Null: the values are in a module. */
  env: string | null
  prefix: string
  read(name: string): string
  client: string
  page: ConnectFile
}

const viteEnv = (name: string) => `import.meta.env.${name}`
const processEnv = (name: string) => `process.env.${name} ?? ''`
const VITE = { env: '.env', prefix: 'VITE_', read: viteEnv, client: 'src/project.ts' }

const reactPage = (name: string): ConnectFile => ({
  name,
  language: 'tsx',
  code: `import { useEffect, useState } from 'react'
import { listFiles, type StoredFile } from './project'

export default function App() {
  const [files, setFiles] = useState<StoredFile[]>([])
  useEffect(() => {
    listFiles('my-bucket').then(setFiles, console.error)
  }, [])
  return (
    <ul>
      {files.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
`,
})

const BROWSER_FRAMEWORKS: Readonly<Record<string, BrowserFramework>> = {
  'react/create-react-app': {
    env: '.env.local',
    prefix: 'REACT_APP_',
    read: processEnv,
    client: 'src/project.ts',
    page: reactPage('src/App.tsx'),
  },
  'react/vite': { ...VITE, page: reactPage('src/App.tsx') },
  vuejs: {
    ...VITE,
    page: {
      name: 'src/App.vue',
      language: 'html',
      code: `<script setup lang="ts">
import { onMounted, ref } from 'vue'
import { listFiles, type StoredFile } from './project'

const files = ref<StoredFile[]>([])
onMounted(async () => {
  files.value = await listFiles('my-bucket')
})
</script>

<template>
  <ul>
    <li v-for="file in files" :key="file.name">{{ file.name }}</li>
  </ul>
</template>
`,
    },
  },
  solidjs: {
    ...VITE,
    page: {
      name: 'src/App.tsx',
      language: 'tsx',
      code: `import { createResource, For } from 'solid-js'
import { listFiles } from './project'

export default function App() {
  const [files] = createResource(() => listFiles('my-bucket'))
  return (
    <ul>
      <For each={files()}>{(file) => <li>{file.name}</li>}</For>
    </ul>
  )
}
`,
    },
  },
  refine: {
    ...VITE,
    page: {
      name: 'src/App.tsx',
      language: 'tsx',
      code: `import { Refine, useList, type DataProvider } from '@refinedev/core'
import { listFiles } from './project'

const notHere = async () => {
  throw new Error('Files are listed only')
}

/** A resource is a bucket. */
const dataProvider: DataProvider = {
  getApiUrl: () => import.meta.env.VITE_PROJECT_URL,
  getList: async ({ resource }) => {
    const data: any[] = await listFiles(resource)
    return { data, total: data.length }
  },
  getOne: notHere,
  create: notHere,
  update: notHere,
  deleteOne: notHere,
}

export default function App() {
  return (
    <Refine dataProvider={dataProvider} resources={[{ name: 'my-bucket' }]}>
      <Files />
    </Refine>
  )
}

function Files() {
  const { result } = useList({ resource: 'my-bucket' })
  return (
    <ul>
      {result.data.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
`,
    },
  },
  exporeactnative: {
    env: '.env.local',
    prefix: 'EXPO_PUBLIC_',
    read: processEnv,
    client: 'project.ts',
    page: {
      name: 'App.tsx',
      language: 'tsx',
      code: `import { useEffect, useState } from 'react'
import { FlatList, Text } from 'react-native'
import { listFiles, type StoredFile } from './project'

export default function App() {
  const [files, setFiles] = useState<StoredFile[]>([])
  useEffect(() => {
    listFiles('my-bucket').then(setFiles, console.error)
  }, [])
  return (
    <FlatList
      data={files}
      keyExtractor={(file) => file.name}
      renderItem={({ item }) => <Text>{item.name}</Text>}
    />
  )
}
`,
    },
  },
  ionicreact: {
    ...VITE,
    page: {
      name: 'src/App.tsx',
      language: 'tsx',
      code: `import { IonApp, IonContent, IonItem, IonList } from '@ionic/react'
import { useEffect, useState } from 'react'
import { listFiles, type StoredFile } from './project'

export default function App() {
  const [files, setFiles] = useState<StoredFile[]>([])
  useEffect(() => {
    listFiles('my-bucket').then(setFiles, console.error)
  }, [])
  return (
    <IonApp>
      <IonContent>
        <IonList>
          {files.map(({ name }) => (
            <IonItem key={name}>{name}</IonItem>
          ))}
        </IonList>
      </IonContent>
    </IonApp>
  )
}
`,
    },
  },
  ionicangular: {
    env: null,
    prefix: '',
    read: (name) => (name.endsWith('KEY') ? 'environment.projectKey' : 'environment.projectUrl'),
    client: 'src/app/project.ts',
    page: {
      name: 'src/app/home/home.page.ts',
      language: 'ts',
      code: `import { Component, type OnInit } from '@angular/core'
import { IonicModule } from '@ionic/angular'
import { listFiles, type StoredFile } from '../project'

@Component({
  selector: 'app-home',
  standalone: true,
  imports: [IonicModule],
  template: \`
    <ion-content>
      <ion-list>
        @for (file of files; track file.name) {
          <ion-item>{{ file.name }}</ion-item>
        }
      </ion-list>
    </ion-content>
  \`,
})
export class HomePage implements OnInit {
  files: StoredFile[] = []

  async ngOnInit(): Promise<void> {
    this.files = await listFiles('my-bucket')
  }
}
`,
    },
  },
}

/** Undefined: no framework of browsers has that name. */
export function browserFiles(framework: string, values: FileValues): ConnectFile[] | undefined {
  const found = BROWSER_FRAMEWORKS[framework]
  if (!found) return undefined
  const { env, prefix, read, client, page } = found
  const given = { address: read(`${prefix}PROJECT_URL`), key: read(`${prefix}PROJECT_KEY`) }
  return env === null
    ? [
        installClient(),
        environmentModule(values),
        projectClient(client, given, {
          before: "import { environment } from '../environments/environment'\n\n",
        }),
        page,
      ]
    : [installClient(), publicEnv(env, prefix, values), projectClient(client, given), page]
}

function environmentModule({ address, key }: FileValues): ConnectFile {
  return {
    name: 'src/environments/environment.ts',
    language: 'ts',
    code: `export const environment = {
  production: false,
  projectUrl: '${address}',
  projectKey: '${key}',
}
`,
  }
}
