import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { DEFAULT_PLAN, endOfDay, USER_ID, type ListedUser } from './listed-user.js';

const FileEntry = z.object({
  user_id: z.string().regex(USER_ID, 'must be 8 to 128 letters, digits and the signs _ - .'),
  account: z.string().min(1).optional(),
  plan: z.string().nullable().default(DEFAULT_PLAN),
  ends: z
    .string()
    .refine((day) => endOfDay(day) !== undefined, 'must be a day such as 2027-01-31')
    .nullish(),
});

/** The users of a JSON file. A fault names the entry by its place, never by its id. */
export async function readUsersFile(path: string): Promise<ListedUser[]> {
  const parsed = z.array(FileEntry).safeParse(await readJson(path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path} is wrong at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  return parsed.data.map((entry) => ({
    userId: entry.user_id,
    account: entry.account,
    plan: entry.plan === null || entry.plan === '' ? undefined : entry.plan,
    ends: typeof entry.ends === 'string' ? endOfDay(entry.ends) : undefined,
  }));
}

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new Error(`${path} cannot be read${code}`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the file, which holds user ids.
    throw new Error(`${path} is not JSON`);
  }
}
