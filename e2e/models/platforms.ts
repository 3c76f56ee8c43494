/** The platforms of one worker: each kind is started when a test first needs it, and serves all that come after. */
import { openAiService, type AiService } from '../../apps/platform/test/ai-service.js'
import { startPlatform, type Platform } from './platform.js'

export interface PlatformKind {
  engine: 'cluster' | 'pglite'
  /** The two builds of the program: one project without accounts, or many with them. */
  build: 'local' | 'hosted'
  /** Whether it has an AI service. */
  withAi: boolean
}

export interface Platforms {
  get(kind: PlatformKind): Promise<Platform>
  /** The AI service behind all that have one. */
  ai(): Promise<AiService>
  /** Ends all of them. */
  dispose(): Promise<void>
}

export const AI_KEY = 'the-operators-own-key'

export function createPlatforms(): Platforms {
  const started = new Map<string, Promise<Platform>>()
  let service: Promise<AiService> | undefined
  const ai = () => (service ??= openAiService())

  async function start({ engine, build, withAi }: PlatformKind): Promise<Platform> {
    const environment = withAi
      ? { BASEDECK_AI_URL: (await ai()).url, BASEDECK_AI_MODEL: 'm', BASEDECK_AI_KEY: AI_KEY }
      : undefined
    return startPlatform(engine, build === 'hosted' ? ['--platform'] : [], environment)
  }

  return {
    get(kind) {
      const key = JSON.stringify(kind)
      const known = started.get(key) ?? start(kind)
      started.set(key, known)
      return known
    },
    ai,
    async dispose() {
      await Promise.all([...started.values()].map(async (platform) => (await platform).dispose()))
      await (await service)?.close()
    },
  }
}
