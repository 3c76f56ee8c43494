/** Measures the machine once a minute, for the reports of the projects that it runs. */
import { readFile } from 'node:fs/promises'
import { cpus, freemem } from 'node:os'
import type { HostGauge } from '@basedeck/platform-client/contract'
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { addHostValues } from '../control/host-series.js'
import { machineMemory } from '../engines/cluster/machine-memory.js'
import type { Disk } from './disk-space.js'
import { busyPercent, limitedTime, percent, type ProcessorTime } from './host-use.js'

export interface HostSamplesDeps {
  control: Pick<ControlDatabase, 'append'>
  installationId: string
  /** Of the data directory. */
  disk(): Promise<Disk>
  log: Pick<Logger, 'info'>
  now(): Date
}

const EVERY_MS = 60_000
const GROUP = '/sys/fs/cgroup'

/** @returns ends it */
export function keepHostSampled({ control, installationId, disk, log, now }: HostSamplesDeps): () => void {
  let before: ProcessorTime | undefined
  const sample = async (): Promise<void> => {
    const [time, { freeBytes, totalBytes }] = await Promise.all([processorTime(), disk()])
    const memory = machineMemory()
    const cpu = before && busyPercent(before, time)
    before = time
    const values: Partial<Record<HostGauge, number>> = {
      ...(typeof cpu === 'number' ? { HOST_CPU: cpu } : {}),
      HOST_MEMORY: percent(memory - Math.min(freemem(), memory), memory),
      HOST_DISK: percent(totalBytes - freeBytes, totalBytes),
    }
    await control.append([addHostValues(installationId, now().toISOString(), values)])
  }
  const look = () =>
    void sample().catch((error: unknown) => log.info({ err: error }, 'the machine could not be measured'))
  look()
  const timer = setInterval(look, EVERY_MS).unref()
  return () => clearInterval(timer)
}

async function processorTime(): Promise<ProcessorTime> {
  const read = (file: string) => readFile(`${GROUP}/${file}`, 'utf8').catch(() => '')
  const [stat, max] = await Promise.all([read('cpu.stat'), read('cpu.max')])
  return limitedTime(stat, max, performance.now()) ?? ofAllProcessors()
}

function ofAllProcessors(): ProcessorTime {
  const all = cpus().map(({ times }) => times)
  const idle = all.reduce((sum, times) => sum + times.idle, 0)
  const whole = all.reduce(
    (sum, { user, nice, sys, idle: still, irq }) => sum + user + nice + sys + still + irq,
    0,
  )
  return { busy: whole - idle, whole }
}
