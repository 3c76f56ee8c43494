import { describe, expect, test } from 'vitest'
import { grantedMemory, memorySettings } from './memory-settings.js'

const MB = 1024 ** 2
const GB = 1024 ** 3

describe('a server gets what its size states, at most half of the machine', () => {
  test.each([
    [1 * GB, 64 * GB, 1 * GB],
    [8 * GB, 16 * GB, 8 * GB],
    [8 * GB, 16 * GB - 1, 8 * GB - 1],
    [8 * GB, 2 * GB, 1 * GB],
    [1 * GB, 512 * MB, 256 * MB],
  ])('%d of %d: %d', (wanted, machine, granted) => {
    expect(grantedMemory(wanted, machine)).toBe(granted)
  })
})

describe('memory becomes settings', () => {
  test.each([
    // memory, shared_buffers, effective_cache_size, work_mem, maintenance_work_mem
    [16 * MB, '16384kB', '16384kB', '1024kB', '16384kB'],
    [64 * MB, '16384kB', '49152kB', '1024kB', '16384kB'],
    [256 * MB, '65536kB', '196608kB', '1024kB', '16384kB'],
    [1 * GB, '262144kB', '786432kB', '3932kB', '65536kB'],
    [2 * GB, '524288kB', '1572864kB', '7864kB', '131072kB'],
    [4 * GB, '1048576kB', '3145728kB', '15728kB', '262144kB'],
    [8 * GB, '2097152kB', '6291456kB', '31457kB', '524288kB'],
    [16 * GB, '4194304kB', '12582912kB', '62914kB', '1048576kB'],
    [1024 * GB, '268435456kB', '805306368kB', '65536kB', '1048576kB'],
  ])('%d bytes', (bytes, shared_buffers, effective_cache_size, work_mem, maintenance_work_mem) => {
    expect(memorySettings(bytes)).toEqual({
      shared_buffers,
      effective_cache_size,
      work_mem,
      maintenance_work_mem,
    })
  })

  test('buffers and one sort of every connection fit into the memory', () => {
    for (let bytes = 512 * MB; bytes <= 64 * GB; bytes += 512 * MB) {
      const { shared_buffers = '', work_mem = '' } = memorySettings(bytes)
      const total = (Number.parseInt(shared_buffers, 10) + 100 * Number.parseInt(work_mem, 10)) * 1024
      expect(total).toBeLessThanOrEqual(bytes)
    }
  })
})
