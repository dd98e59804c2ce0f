import { useEffect, useRef, useState, type DragEvent } from 'react';

interface DropHandlers {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Makes an element a drop target; the first value is true while something is dragged over it. */
export function useDrop(take: (data: DataTransfer) => void): readonly [boolean, DropHandlers] {
  const [over, setOver] = useState(false);
  return [
    over,
    {
      onDragOver: (event) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer);
      },
    },
  ];
}

/** Calls `take` for a paste anywhere on the page except into a text field. */
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
