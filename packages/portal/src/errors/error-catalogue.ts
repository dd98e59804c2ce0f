import page from '../../../../docs/errors.md?raw';
import catalogue from './catalogue.json';

/**
 * The errors of the service, and the limits that its page of errors states. Both are generated from what the server
 * and the engine define; nothing is repeated here.
 */

interface CataloguedError {
  /** The four digits on the wire. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  /** Whether the call counts against the quota: the photo was analysed. */
  readonly counts: boolean;
}

/** In the order of their codes. */
export const ERROR_CATALOGUE: readonly CataloguedError[] = catalogue.map((error) => ({
  ...error,
  // A list of sentences; those of the specification have no full stop.
  message: error.message.endsWith('.') ? error.message : `${error.message}.`,
  advice: error.advice.replaceAll('`', ''),
}));

interface Limit {
  readonly name: string;
  /** In parentheses after the name. */
  readonly aside: string;
  readonly text: string;
}

/** The items of the list below a heading. */
function limitsBelow(heading: string): Limit[] {
  const list = /(?:^- .*\n)+/m.exec(page.slice(page.indexOf(`## ${heading}\n`)))?.[0] ?? '';
  return [...list.matchAll(/^- `([^`]+)` \(([^)]+)\): (.+)$/gm)].map(
    ([, name = '', aside = '', text = '']) => ({ name, aside, text }),
  );
}

const BY_CODE = new Map(ERROR_CATALOGUE.map((error) => [error.code, error] as const));

/** Undefined for a code of a service that is newer than this page. */
export const errorOfCode = (code: string): CataloguedError | undefined => BY_CODE.get(code);

/** Whether a call that ends with this code counts against the quota. */
export const isCounted = (code: string): boolean => code === '1000' || errorOfCode(code)?.counts === true;

/** The number after "at least" or "at most" in the item with this name. */
function limitIn(heading: string, name: string): number {
  const item = limitsBelow(heading).find((limit) => limit.name === name);
  const limit = /\bat (?:least|most) ([\d.]+\d|\d+)/.exec(`${item?.aside} ${item?.text}`)?.[1];
  if (limit === undefined) throw new Error(`docs/errors.md states no limit for ${name}.`);
  return Number(limit);
}

const gate = (attribute: string): number => limitIn('Quality errors', attribute);

/** The limits of `quality=1`: pixels of the shorter side, mean luma, degrees of yaw. */
export const QUALITY_LIMITS = {
  size: gate('Image size'),
  illumination: gate('Lighting'),
  yaw: gate('Pose'),
};

const rule = (name: string): number => limitIn('Enrolment check', name);

/** The limits of the enrolment check, `quality=2`, as far as the camera guide checks them itself. */
export const ENROLMENT_LIMITS = {
  size: rule('size'),
  illumination: rule('illumination'),
  evenness: rule('evenness'),
  yaw: rule('yaw'),
  pitch: rule('pitch'),
  roll: rule('roll'),
  eyes_open: rule('eyes_open'),
  mouth_closed: rule('mouth_closed'),
};

interface EnrolmentRule {
  readonly rule: string;
  readonly limit: string;
  /** For the person in front of the camera. */
  readonly advice: string;
}

/** Every rule of the enrolment check, whose error is 3104. */
export const ENROLMENT_RULES: readonly EnrolmentRule[] = limitsBelow('Enrolment check').map(
  ({ name, aside, text }) => ({ rule: name, limit: aside, advice: text }),
);
export const ENROLMENT_ERROR = '3104';

interface ErrorGroup {
  readonly title: string;
  readonly intro: string;
  readonly errors: readonly CataloguedError[];
}

const group = (firstDigit: string, title: string, intro: string): ErrorGroup => ({
  title,
  intro,
  errors: ERROR_CATALOGUE.filter(({ code }) => code.startsWith(firstDigit)),
});

/** All errors, by what they are about. */
export const ERROR_GROUPS: readonly ErrorGroup[] = [
  group(
    '2',
    'The request',
    'Something in the request is wrong. These calls are not counted, except for a 2008 whose image needed too much memory while it was decoded.',
  ),
  group(
    '3',
    'The photo',
    'The request was fine, but the photo could not be used. Codes 3001 and 3101 to 3104 count as calls, because the photo was analysed.',
  ),
  group(
    '4',
    'Your account and plan',
    'The service does not know the caller, or the plan does not allow the call. These calls are not counted.',
  ),
  group(
    '5',
    'The service',
    'The problem is not on your side. These calls are not counted, except for a 5004 whose time ran out while the image was decoded or analysed.',
  ),
];
