const SAFE = /^[\w@%+=:,./-]+$/;

/** One word for a POSIX shell, whatever it holds. */
export const shellQuote = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A `-F` value that uploads a file: curl itself wants names with , or ; in double quotes. */
export function curlFilePart(field: string, fileName: string): string {
  const plain = /^[^",;\\]+$/.test(fileName);
  const name = plain ? fileName : `"${fileName.replace(/["\\]/g, String.raw`\$&`)}"`;
  return `${field}=@${name}`;
}
