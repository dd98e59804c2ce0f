import { useState, type DragEvent } from 'react';

export interface DropHandlers {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** Makes an element take what is dropped on it, and tells while something hovers over it. */
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
