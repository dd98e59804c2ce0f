import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { endOfDay, USER_ID, type ListedUser } from './listed-user.js';

const FileEntry = z.object({
  user_id: z.string().regex(USER_ID, 'must be 8 to 128 letters, digits and the signs _ - .'),
  account: z.string().min(1).optional(),
  plan: z.string().min(1).nullish(),
  ends: z
    .string()
    .refine((day) => endOfDay(day) !== undefined, 'must be a day such as 2027-01-31')
    .nullish(),
});

/** The users of a JSON file. A fault names the entry by its place, never by its id. */
export async function readUsersFile(path: string): Promise<ListedUser[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Error(`The users file ${path} cannot be read as JSON.`, { cause });
  }
  const parsed = z.array(FileEntry).safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `The users file ${path} is wrong at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`,
    );
  }
  return parsed.data.map((entry) => ({
    userId: entry.user_id,
    account: entry.account,
    plan: entry.plan ?? undefined,
    ends: typeof entry.ends === 'string' ? endOfDay(entry.ends) : undefined,
  }));
}
