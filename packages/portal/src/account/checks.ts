export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 128;
const MAX_EMAIL = 254;

/** A rough check; only the mail server knows for certain. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your email address.';
  if (email.length > MAX_EMAIL || !/^[^\s@]+@[^\s@]+$/.test(email))
    return 'Enter a valid email address, such as name@example.com.';
  return undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'Enter a password.';
  if (password.length < MIN_PASSWORD) return `Too short: use at least ${MIN_PASSWORD} characters.`;
  if (password.length > MAX_PASSWORD) return `Too long: use at most ${MAX_PASSWORD} characters.`;
  return undefined;
}

const MAX_KEY_NAME = 40;

/** The same check as that of the service, which decides. */
export function keyNameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Enter a name.';
  if (name.length > MAX_KEY_NAME) return `Too long: use at most ${MAX_KEY_NAME} characters.`;
  if (taken.includes(name)) return 'You already have an API key with this name.';
  return undefined;
}

export function expiryProblem(day: string, now: number): string | undefined {
  if (day === '') return undefined;
  return Date.parse(`${day}T23:59:59`) > now ? undefined : 'Choose a day that is not over.';
}

export function originsProblem(origins: readonly string[]): string | undefined {
  const wrong = origins.find(
    (text) => !/^https?:\/\//.test(text) || !URL.canParse(text) || new URL(text).origin !== text,
  );
  return wrong === undefined ? undefined : `${wrong} is no origin; write it as https://example.com.`;
}

export const currentPasswordProblem = (password: string): string | undefined =>
  password === '' ? 'Enter your password.' : undefined;
