import { cleanName } from './gallery.js';

/** A file and the folders it lies in, such as `team/Ada/1.jpg`. */
export interface FileAtPath {
  readonly path: string;
  readonly file: File;
}

export interface PersonFiles {
  readonly name: string;
  readonly files: readonly File[];
}

export const MAX_FILES = 500;

/**
 * Whose photos they are: a subfolder is a person, with its name; a file that lies directly in the folder, or was
 * dropped alone, is named by its file name without numbers. Files that are not pictures are skipped.
 */
export function peopleOf(given: readonly FileAtPath[]): PersonFiles[] {
  const people = new Map<string, File[]>();
  for (const { path, file } of given.filter(isPicture)) {
    const name = nameOf(path);
    if (name === null) continue;
    const files = people.get(name) ?? [];
    files.push(file);
    people.set(name, files);
  }
  return [...people].map(([name, files]) => ({ name, files }));
}

/** Some systems report no type; hidden files of the operating system, such as .DS_Store, are none. */
export const isPicture = ({ path, file }: FileAtPath): boolean =>
  (file.type === '' || file.type.startsWith('image/')) && !isHidden(path);

const isHidden = (path: string): boolean => (path.split('/').at(-1) ?? '').startsWith('.');

function nameOf(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  const file = parts.at(-1);
  if (file === undefined) return null;
  const folder = parts.at(-2);
  return cleanName(parts.length > 2 && folder !== undefined ? folder : nameOfFile(file));
}

/** "ada_lovelace-2.jpg" is "ada lovelace". */
function nameOfFile(file: string): string {
  const name = file.replace(/\.[^.]*$/, '').replace(/[_-]/g, ' ');
  let end = name.length;
  while (end > 0 && '0123456789() '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** The files of a folder input, with their paths. */
export const filesOfInput = (files: readonly File[]): FileAtPath[] =>
  files.slice(0, MAX_FILES).map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));

/** The files of a drop, with those in its folders. The transfer is read before the first wait. */
export async function filesOfTransfer(data: DataTransfer): Promise<FileAtPath[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOfInput([...data.files]);
  const found: FileAtPath[] = [];
  for (const entry of entries) await readEntry(entry, '', found);
  return found;
}

async function readEntry(entry: FileSystemEntry, folder: string, found: FileAtPath[]): Promise<void> {
  if (found.length >= MAX_FILES) return;
  const path = `${folder}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    found.push({ path, file });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // A reader gives its entries in parts, the last of which is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return;
    for (const inner of part) await readEntry(inner, `${path}/`, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
