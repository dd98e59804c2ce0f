export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 128;
const MAX_EMAIL = 254;

/** What is wrong with an e-mail address as typed; the mail server has the last word. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your e-mail address.';
  if (email.length > MAX_EMAIL || !/^[^\s@]+@[^\s@]+$/.test(email))
    return 'This is no e-mail address; it should look like name@example.com.';
  return undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'Enter a password.';
  if (password.length < MIN_PASSWORD) return `Too short: use at least ${MIN_PASSWORD} characters.`;
  if (password.length > MAX_PASSWORD) return `Too long: use at most ${MAX_PASSWORD} characters.`;
  return undefined;
}

const MAX_USER_ID_NAME = 40;

/** As the service checks it, which has the last word. */
export function userIdNameProblem(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'Enter a name.';
  if (name.length > MAX_USER_ID_NAME) return `Too long: use at most ${MAX_USER_ID_NAME} characters.`;
  if (taken.includes(name)) return 'You have a user id with this name already.';
  return undefined;
}

export const presentPasswordProblem = (password: string): string | undefined =>
  password === '' ? 'Enter your password.' : undefined;
