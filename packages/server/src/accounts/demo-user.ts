import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { USER_ID, type ListedUser } from './listed-user.js';

export const DEMO_PLAN = 'demo';

/** The demo user of a data folder: made at the first start, the same at every later one. */
export async function ensureDemoUser(dataDir: string, fixedId?: string): Promise<ListedUser> {
  return { userId: fixedId ?? (await keptId(dataDir)), account: 'demo', plan: DEMO_PLAN };
}

async function keptId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'demo-user-id');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const userId = `demo-${randomBytes(18).toString('hex')}`;
    await writeFile(path, `${userId}\n`, { flag: 'wx', mode: 0o600 });
    return userId;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const userId = (await readFile(path, 'utf8')).trim();
  if (!USER_ID.test(userId))
    throw new Error(`${path} holds no user id (delete the file to have a new one made)`);
  return userId;
}
