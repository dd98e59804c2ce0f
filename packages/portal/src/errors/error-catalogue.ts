import catalogue from './catalogue.json';

interface CataloguedError {
  /** The four digits on the wire. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Every error of the service, in the order of the codes. */
export const ERROR_CATALOGUE: readonly CataloguedError[] = catalogue;

const BY_CODE = new Map(ERROR_CATALOGUE.map((error) => [error.code, error] as const));

/** Undefined for a code of a service that is newer than this page. */
export const errorOfCode = (code: string): CataloguedError | undefined => BY_CODE.get(code);

/** The error of a photo that does not pass the enrolment check. */
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
