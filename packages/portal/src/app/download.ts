/** Lets the browser save a file. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser reads it a moment later.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
