/** Whether the text got into the clipboard. Plain-http pages have no clipboard API, so there is a second way. */
export async function copyText(text: string): Promise<boolean> {
  // Typed as always there, but absent where the page is not secure.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) {
    const written = await clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (written) return true;
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  // Inside an open modal dialog everything else is inert, and what is inert cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  // Old, but the only way on a page without a secure context.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
