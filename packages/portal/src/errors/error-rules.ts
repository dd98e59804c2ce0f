import rules from './rules.json';

/** Whether a call that ends with this code counts against the quota. */
export const isCounted = (code: string): boolean => code === '1000' || rules.counted.includes(code);

/** The limits of `quality=1`: pixels of the shorter side, mean luma, degrees of yaw. */
export const QUALITY_LIMITS = rules.quality;

type RuleName = keyof typeof rules.enrolment;

/** The threshold of a rule of the enrolment check, `quality=2`. */
export const enrolmentLimit = (rule: RuleName): number => rules.enrolment[rule].threshold;

/** Every rule of the enrolment check, with advice for the person in front of the camera. */
export const ENROLMENT_RULES = Object.entries(rules.enrolment).map(
  ([rule, { bound, threshold, unit, advice }]) => ({
    rule,
    limit: `at ${bound} ${threshold} ${unit}`.trim(),
    advice,
  }),
);
