/** Bytes per step; a multiple of 3, so that the steps join without padding between them. */
const STEP = 3 * 8192;

/** Base64 with what every runtime has. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += STEP) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + STEP))));
  }
  return parts.join('');
}
