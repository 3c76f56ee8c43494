import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../control/plans.js'
import { createRecoveryDays } from './recovery-days.js'

const daysOf = (variant: string | undefined, more: Partial<Parameters<typeof createRecoveryDays>[0]> = {}) =>
  createRecoveryDays({
    control: { select: async <Row>() => (variant === undefined ? [] : [{ variant }]) as Row[] },
    plans: DEFAULT_PLANS,
    isPlatform: true,
    ...more,
  })('abc')

test.each([
  ['without the add-on', undefined, {}, 0],
  ['with it', 'pitr_14', {}, 14],
  ['with a size that is not offered any more', 'pitr_90', {}, null],
  ['self-hosted', undefined, { isPlatform: false }, null],
  ['where it is not offered', undefined, { plans: { addons: [] } }, null],
])('%s', async (_, variant, more, days) => expect(await daysOf(variant, more)).toBe(days))
