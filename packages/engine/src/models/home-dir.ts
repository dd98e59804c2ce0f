import { homedir } from 'node:os';

/** The home folder; `/` for a user without one, as containers often have: then the folders must be given as settings. */
export function homeDir(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}
