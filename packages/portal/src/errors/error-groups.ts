import { ERROR_CATALOGUE, type CataloguedError } from './error-catalogue.js';

export interface ErrorGroup {
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
  group('2', 'The request', 'Something in the call is not as the service needs it. Nothing is counted.'),
  group(
    '3',
    'The photo',
    'The call was fine, but the photo does not give what was asked for. Codes 3001 and 3101 to 3104 count as calls: the photo was analysed.',
  ),
  group(
    '4',
    'Your account and plan',
    'The service does not know the caller, or the plan does not allow the call. Nothing is counted.',
  ),
  group('5', 'The service', 'The problem is not on your side. Nothing is counted.'),
];
