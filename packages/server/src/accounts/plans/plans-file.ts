import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { catalogueOf, DEFAULT_COLLECTION_LIMITS, DEFAULT_PLANS, type Plan, type Plans } from './plans.js';

const MAX_FILE_BYTES = 1_000_000;
const MAX_PLANS = 100;
const MAX_CALLS_PER_MONTH = 1_000_000_000_000;
const MAX_RATE = 1_000_000;

const CALLS = `must be a whole number from 1 to ${MAX_CALLS_PER_MONTH}, or null for no limit`;
const RATE = `must be a number above 0 and up to ${MAX_RATE}, or null for no limit`;
const KEPT = `must be a whole number from 0 to ${MAX_CALLS_PER_MONTH}, or null for no limit`;
const BURST = `must be a whole number from 1 to ${MAX_RATE}`;

const kept = z.int(KEPT).min(0, KEPT).max(MAX_CALLS_PER_MONTH, KEPT).nullish();

const text = (longest: number): z.ZodString => {
  const mustBe = `must be a text of 1 to ${longest} characters`;
  return z.string(mustBe).trim().min(1, mustBe).max(longest, mustBe);
};

const FilePlan = z
  .strictObject(
    {
      id: z
        .string('must be a text such as "starter"')
        .regex(/^[a-z\d][a-z\d-]{0,39}$/, 'must be 1 to 40 lowercase letters, digits and hyphens'),
      name: text(60),
      summary: text(200).optional(),
      calls_per_month: z.int(CALLS).min(1, CALLS).max(MAX_CALLS_PER_MONTH, CALLS).nullable(),
      calls_per_second: z.number(RATE).positive(RATE).max(MAX_RATE, RATE).nullable(),
      burst: z.int(BURST).min(1, BURST).max(MAX_RATE, BURST).nullish(),
      collections: kept,
      people: kept,
      faces: kept,
      self_service: z.boolean('must be true or false').optional(),
    },
    // Strict: a misspelt limit that is ignored would mean no limit.
    { error: ({ code, keys }) => (code === 'unrecognized_keys' ? unknown(keys) : 'must be an object') },
  )
  .refine((plan) => plan.calls_per_second !== null || typeof plan.burst !== 'number', {
    path: ['burst'],
    message: 'must be left out where calls_per_second is null',
  })
  .transform((plan): Plan => ({
    id: plan.id,
    name: plan.name,
    summary: plan.summary ?? '',
    callsPerMonth: plan.calls_per_month,
    callsPerSecond: plan.calls_per_second,
    burst: plan.calls_per_second === null ? null : (plan.burst ?? Math.ceil(plan.calls_per_second)),
    collections: keptOf(plan, 'collections'),
    people: keptOf(plan, 'people'),
    faces: keptOf(plan, 'faces'),
    selfService: plan.self_service ?? true,
  }));

type Kept = keyof typeof DEFAULT_COLLECTION_LIMITS;

const keptOf = (plan: Partial<Record<Kept, number | null | undefined>>, what: Kept): number | null =>
  plan[what] === undefined ? DEFAULT_COLLECTION_LIMITS[what] : plan[what];

const unknown = (keys: unknown): string =>
  `has no field ${String(keys)}; the fields are ${Object.keys(FilePlan.in.shape).join(', ')}`;

const HOW_MANY = `must be a list of 1 to ${MAX_PLANS} plans`;

const PlansFile = z
  .array(FilePlan, HOW_MANY)
  .min(1, HOW_MANY)
  .max(MAX_PLANS, HOW_MANY)
  .superRefine((plans, context) => {
    plans.forEach(({ id }, place) => {
      if (plans.findIndex((plan) => plan.id === id) < place)
        context.addIssue({ code: 'custom', path: [place, 'id'], message: `${id} is there twice` });
    });
  });

/** The catalogue of the operator's file, or the default one. */
export async function openPlans(path: string | undefined): Promise<Plans> {
  return catalogueOf(path === undefined ? DEFAULT_PLANS : await readPlansFile(path));
}

/** Reads the plans from a JSON file. Errors state their location in the file. */
async function readPlansFile(path: string): Promise<Plan[]> {
  const parsed = PlansFile.safeParse(await readJson(path));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path: place, message }) =>
    place.length === 0 ? message : `at ${place.join('.')} ${message}`,
  );
  throw new Error(`${path} is wrong: ${faults.join('; ')}`);
}

async function readJson(path: string): Promise<unknown> {
  let content: string;
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES) throw new RangeError(`over ${MAX_FILE_BYTES} bytes`);
    content = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(`${path} cannot be read (${reasonOf(cause)})`, { cause });
  }
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new Error(`${path} is not JSON (${reasonOf(cause)})`, { cause });
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
};
