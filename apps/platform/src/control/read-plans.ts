/** The operator's file of plans: prices, limits and add-ons that replace the built-in ones. */
import { METERED_METRICS } from '@basedeck/platform-client/contract'
import { COMPUTE_ADDON, MEMORY_GB, PLANS } from '@basedeck/core/rules'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { DEFAULT_PLANS, MEMORY_GB_RANGE, type PlanCatalogue } from './plans.js'
import { optionText } from '../text/options.js'

const price = v.pipe(v.number(), v.minValue(0))
const planSchema = v.strictObject({
  /** Dollars a month; null: by agreement. */
  price: v.optional(v.nullable(price)),
  /** False: no organization can change to it. */
  offered: v.optional(v.boolean()),
  /** A month; sizes in bytes; null: unlimited. */
  limits: v.optional(
    v.strictObject(
      v.entriesFromList(METERED_METRICS, v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))))),
    ),
  ),
})
const variantSchema = v.strictObject({
  identifier: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,60}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  price,
  price_interval: v.optional(v.picklist(['monthly', 'hourly']), 'monthly'),
  price_type: v.optional(v.picklist(['fixed', 'usage']), 'fixed'),
  meta: v.optional(v.record(v.string(), v.unknown())),
})
/** A size of the compute add-on states its memory. */
const sizeSchema = v.strictObject({
  ...variantSchema.entries,
  meta: v.pipe(
    v.optional(v.record(v.string(), v.unknown()), {}),
    v.check((meta) => statesMemory(meta[MEMORY_GB]), optionText.memoryMissing(MEMORY_GB_RANGE)),
  ),
})
const addonSchema = <Type extends string, Variant extends v.GenericSchema>(
  types: readonly Type[],
  variant: Variant,
) =>
  v.strictObject({
    type: v.picklist(types),
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    variants: v.pipe(v.array(variant), v.minLength(1)),
  })
const ADDON_TYPES = DEFAULT_PLANS.addons.map(({ type }) => type)
const plansSchema = v.strictObject({
  plans: v.optional(v.strictObject(v.entriesFromList(PLANS, v.optional(planSchema)))),
  addons: v.optional(
    v.array(
      v.lazy((stated) =>
        isCompute(stated)
          ? addonSchema([COMPUTE_ADDON], sizeSchema)
          : addonSchema(ADDON_TYPES, variantSchema),
      ),
    ),
  ),
})

function statesMemory(stated: unknown): boolean {
  const { least, largest } = MEMORY_GB_RANGE
  return typeof stated === 'number' && stated >= least && stated <= largest
}

function isCompute(stated: unknown): boolean {
  return typeof stated === 'object' && stated !== null && 'type' in stated && stated.type === COMPUTE_ADDON
}

/** @throws Error with a sentence: the file is missing, no JSON, or says something else than plans */
export function readPlans(file: string | undefined): PlanCatalogue {
  if (file === undefined) return DEFAULT_PLANS
  let stated: unknown
  try {
    stated = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(optionText.plansUnreadable(file, (cause as Error).message), { cause })
  }
  const read = v.safeParse(plansSchema, stated)
  if (!read.success) {
    const [issue] = read.issues
    throw new Error(optionText.plansInvalid(file, v.getDotPath(issue) ?? '', issue.message))
  }
  const { plans = {}, addons = DEFAULT_PLANS.addons } = read.output
  return {
    prices: DEFAULT_PLANS.prices
      .filter(([id]) => plans[id]?.offered !== false)
      .map(([id, usual]) => [id, plans[id]?.price === undefined ? usual : plans[id].price] as const),
    metrics: DEFAULT_PLANS.metrics.map((limits) => ({
      ...limits,
      free: Object.fromEntries(
        PLANS.map((id) => {
          const own = plans[id]?.limits?.[limits.metric]
          return [id, own === undefined ? limits.free[id] : own]
        }),
      ),
    })),
    addons: addons.map(({ type, name, variants }) => ({
      type,
      name,
      variants: variants.map(({ meta, ...variant }) => ({ ...variant, ...(meta ? { meta } : {}) })),
    })),
  }
}
