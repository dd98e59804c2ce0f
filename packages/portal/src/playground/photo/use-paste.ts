import { useEffect, useRef } from 'react';

/** Calls `take` for a paste anywhere on the page but into a field of text. */
export function usePaste(active: boolean, take: (data: DataTransfer) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!active) return undefined;
    const paste = (event: ClipboardEvent): void => {
      const data = event.clipboardData;
      if (data === null || (isTextField(event.target) && data.files.length === 0)) return;
      event.preventDefault();
      latest.current(data);
    };
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('paste', paste);
    };
  }, [active]);
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
