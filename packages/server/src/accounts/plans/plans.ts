/** What an account may use. `null` means: without limit. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  /** One sentence for users who choose. */
  readonly summary: string;
  readonly callsPerMonth: number | null;
  /** The sustained rate … */
  readonly callsPerSecond: number | null;
  /** … and how many calls may be made at once. */
  readonly burst: number | null;
  /** What the account may keep in all of its collections together. */
  readonly collections: number | null;
  readonly people: number | null;
  readonly faces: number | null;
  /** Whether users may choose it themselves; else only the operator grants it. */
  readonly selfService: boolean;
}

/** The plans of the operator by their ids, in the operator's order. */
export type Plans = ReadonlyMap<string, Plan>;

/** Of a plan that does not state them: what is left out must not allow everything. */
export const DEFAULT_COLLECTION_LIMITS = { collections: 3, people: 200, faces: 1000 };

/** The plan of the demo account. It is in every catalogue; a file may redefine it. */
export const UNLIMITED: Plan = {
  id: 'unlimited',
  name: 'Unlimited',
  summary: 'No limits; granted by the operator.',
  callsPerMonth: null,
  callsPerSecond: null,
  burst: null,
  collections: null,
  people: null,
  faces: null,
  selfService: false,
};

export const DEFAULT_PLANS: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free',
    summary: 'For trying things out.',
    callsPerMonth: 1000,
    callsPerSecond: 2,
    burst: 5,
    ...DEFAULT_COLLECTION_LIMITS,
    selfService: true,
  },
  {
    id: 'starter',
    name: 'Starter',
    summary: 'For one app with a few thousand people.',
    callsPerMonth: 25_000,
    callsPerSecond: 10,
    burst: 20,
    collections: 20,
    people: 5000,
    faces: 25_000,
    selfService: true,
  },
  {
    id: 'business',
    name: 'Business',
    summary: 'For services that call all day.',
    callsPerMonth: 500_000,
    callsPerSecond: 50,
    burst: 100,
    collections: 100,
    people: 250_000,
    faces: 1_000_000,
    selfService: true,
  },
  UNLIMITED,
];

export function catalogueOf(plans: readonly Plan[]): Plans {
  const catalogue = new Map(plans.map((plan) => [plan.id, plan]));
  if (!catalogue.has(UNLIMITED.id)) catalogue.set(UNLIMITED.id, UNLIMITED);
  return catalogue;
}

/** What users may choose in the portal. */
export const selfServicePlans = (plans: Plans): Plan[] =>
  [...plans.values()].filter(({ selfService }) => selfService);
