/**
 * Runs functions for calls: one process a function and version, started at the first call, kept warm, ended when idle. A new
 * version drains the process of the former one. What uses more memory or processor time than it may is ended.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  addFunctionCalls,
  TOOK_BUCKETS,
  tookBucket,
  type CountedCalls,
  type ServedFunction,
} from '../control/functions.js'
import type { ControlDatabase } from '../control/control-database.js'
import type { WriteLine } from '../log-lines/log-line.js'
import { functionText } from '../text/functions.js'
import { openRunFolder, sweepRunFolders } from './run-folder.js'
import { startProcess, type FunctionProcess, type ProcessSettings } from './function-process.js'
import type { BegunCall, EndedCall, FunctionAsk, FunctionsHost, ProcessFate } from './functions-host.js'

export interface RunnerDeps {
  control: ControlDatabase
  /** Undefined: there is no such function. */
  find(ref: string, slug: string): Promise<ServedFunction | undefined>
  /** What a process is started with. @throws DomainError functions_unavailable */
  prepare(
    ref: string,
    found: ServedFunction,
    executionId: string,
  ): Promise<Omit<ProcessSettings, 'folder' | 'onLine' | 'onCut'>>
  writeLine: WriteLine
  now(): number
}

export interface Runner extends FunctionsHost {
  /** Whether a process of the project goes on; its keys end with it. */
  isAlive(ref: string, executionId: string): boolean
  /** Ends the processes of a function, or of the project, as soon as their calls have ended. */
  drain(ref: string, slug?: string): void
  /** Ends them at once. */
  end(ref: string, slug?: string): void
  /** Writes what was counted. */
  write(): Promise<void>
  close(): Promise<void>
}

interface Running {
  ref: string
  found: ServedFunction
  executionId: string
  started: Promise<FunctionProcess>
  process?: FunctionProcess
  open: number
  /** No new calls. */
  isDraining: boolean
  idleSince: number
  /** Since it was last idle. */
  cpuAtFirst: number
  calls: number
  fate: ProcessFate
}

const IDLE_MS = 60_000
const LOOK_MS = 100
const WRITE_MS = 30_000
const PROCESSES_MAX = 64
/** Processor time of one call. */
const CPU_MS = 2000
/** Of the start and its compilation. */
const CPU_START_MS = 3000
/** Deno itself, before the function has anything. */
const MEMORY_BASE_MB = 128
const FATE_MS = 500
const KEPT_LEASES = 1000

export async function createRunner({ control, find, prepare, writeLine, now }: RunnerDeps): Promise<Runner> {
  await sweepRunFolders(now())
  const folder = await openRunFolder()
  const all = new Set<Running>()
  const leases = new Map<number, Running>()
  const counted = new Map<string, CountedCalls>()
  let lastLease = 0
  let isClosed = false

  const say = (running: Running, level: 'info' | 'error' | 'warn', message: string, more: object = {}) =>
    writeLine({
      time: now(),
      project: running.ref,
      source: 'functions',
      level,
      message,
      fields: {
        function: running.found.slug,
        version: running.found.version,
        execution_id: running.executionId,
        ...more,
      },
    })

  function start(ref: string, found: ServedFunction): Running {
    const executionId = randomUUID()
    const begun = now()
    const running: Running = {
      ref,
      found,
      executionId,
      started: Promise.resolve().then(async () => {
        const settings = await prepare(ref, found, executionId)
        const process = await startProcess({
          ...settings,
          folder: join(folder.path, executionId.slice(0, 8)),
          onLine: (level, line) => say(running, level, line, { event: 'console' }),
          onCut: (lines) => say(running, 'warn', functionText.linesCut(lines), { event: 'console' }),
        })
        running.process = process
        say(running, 'info', functionText.booted(now() - begun), { event: 'boot' })
        void process.ended.then(() => {
          running.fate = process.fate()
          const text = functionText.ended[running.fate as 'memory' | 'cpu'] as string | undefined
          if (text !== undefined) say(running, 'error', text, { event: 'shutdown' })
          all.delete(running)
        })
        return process
      }),
      open: 0,
      isDraining: false,
      idleSince: begun,
      cpuAtFirst: 0,
      calls: 0,
      fate: 'running',
    }
    all.add(running)
    running.started.catch(() => all.delete(running))
    return running
  }

  function processOf(ref: string, found: ServedFunction): Running | undefined {
    let fitting: Running | undefined
    for (const one of all) {
      if (one.ref !== ref || one.found.id !== found.id || one.isDraining || one.fate !== 'running') continue
      const isSame =
        one.found.version === found.version &&
        one.found.memory_mb === found.memory_mb &&
        (one.process === undefined || one.process.fate() === 'running')
      if (isSame) fitting = one
      else drainOne(one)
    }
    if (fitting) return fitting
    if (all.size >= PROCESSES_MAX) {
      const idle = [...all].filter(({ open }) => open === 0).toSorted((a, b) => a.idleSince - b.idleSince)[0]
      if (!idle) return undefined
      drainOne(idle)
      all.delete(idle)
    }
    return start(ref, found)
  }

  function drainOne(running: Running): void {
    running.isDraining = true
    if (running.open === 0) void running.started.then((process) => process.kill('over')).catch(() => {})
  }

  const matching = (ref: string, slug?: string) =>
    [...all].filter((one) => one.ref === ref && (slug === undefined || one.found.slug === slug))

  async function look(): Promise<void> {
    for (const running of all) {
      const { process, found } = running
      if (!process) continue
      if (running.open === 0) {
        if (now() - running.idleSince > IDLE_MS) drainOne(running)
      }
      const used = await process.measure()
      if (!used) continue
      if (used.memoryMb > found.memory_mb + MEMORY_BASE_MB) process.kill('memory')
      // Work after the answer (`waitUntil`) counts too.
      const allowed = running.cpuAtFirst + CPU_START_MS + CPU_MS * running.calls
      if (used.cpuMs > allowed) process.kill('cpu')
    }
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking || all.size === 0) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, LOOK_MS).unref()

  function count(id: string, status: number, ms: number): void {
    const hour = new Date(Math.floor(now() / 3_600_000) * 3_600_000)
    const key = `${id} ${hour.getTime()}`
    const known = counted.get(key) ?? {
      id,
      hour,
      calls: 0,
      errors: 0,
      took: Array.from({ length: TOOK_BUCKETS }, () => 0),
    }
    known.calls++
    if (status === 0 || status >= 500) known.errors++
    const bucket = tookBucket(ms)
    known.took[bucket] = (known.took[bucket] ?? 0) + 1
    counted.set(key, known)
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const lines = [...counted.values()]
    counted.clear()
    await control.append([addFunctionCalls(lines)])
  }
  const writing = setInterval(() => void write().catch(() => {}), WRITE_MS).unref()

  return {
    async beginFunctionCall({ ref, slug, isVerified }: FunctionAsk): Promise<BegunCall> {
      const found = isClosed ? undefined : await find(ref, slug)
      if (!found) return { type: 'not-found' }
      if (found.verify_jwt && !isVerified) return { type: 'unverified' }
      const running = processOf(ref, found)
      if (!running) return { type: 'busy' }
      running.open++
      try {
        const process = await running.started
        if (running.open === 1) {
          running.cpuAtFirst = (await process.measure())?.cpuMs ?? 0
          running.calls = 0
        }
        running.calls++
        const lease = ++lastLease
        leases.set(lease, running)
        if (leases.size > KEPT_LEASES * PROCESSES_MAX) leases.delete(leases.keys().next().value ?? 0)
        return { type: 'begun', lease, socket: process.socket, timeoutMs: found.timeout_seconds * 1000 }
      } catch (error) {
        running.open--
        count(found.id, 0, 0)
        const isRefusal = (error as { code?: unknown }).code === 'functions_unavailable'
        const { message } = error as Error
        if (isRefusal) return { type: 'unavailable', message }
        say(running, 'error', `BOOT_ERROR: ${message}`, { event: 'boot' })
        return { type: 'boot-error', message: functionText.family.bootError }
      }
    },
    endFunctionCall(lease: number, { method, status, ms, requestId }: EndedCall) {
      const running = leases.get(lease)
      if (!running) return
      leases.delete(lease)
      running.open--
      running.idleSince = now()
      count(running.found.id, status, ms)
      const level = status === 0 || status >= 500 ? 'error' : 'info'
      say(running, level, functionText.answered(method, status, Math.round(ms)), {
        event: 'invocation',
        method,
        status,
        ms: Math.round(ms * 10) / 10,
        request_id: requestId,
      })
      if (running.isDraining && running.open === 0) drainOne(running)
    },
    async functionFate(lease) {
      const running = leases.get(lease)
      if (!running?.process) return 'crashed'
      await Promise.race([running.process.ended, new Promise((resolve) => setTimeout(resolve, FATE_MS))])
      return running.process.fate()
    },
    isAlive: (ref, executionId) =>
      [...all].some((one) => one.ref === ref && one.executionId === executionId && one.fate === 'running'),
    drain: (ref, slug) => matching(ref, slug).forEach(drainOne),
    end(ref, slug) {
      for (const one of matching(ref, slug)) {
        one.isDraining = true
        void one.started.then((process) => process.kill('over')).catch(() => {})
      }
    },
    write,
    async close() {
      isClosed = true
      clearInterval(timer)
      clearInterval(writing)
      const ends = [...all].map(async ({ started }) => {
        const process = await started.catch(() => undefined)
        process?.kill('over')
        await process?.ended
      })
      await Promise.all(ends)
      await write().catch(() => {})
      await folder.remove()
    },
  }
}
