import { useState } from 'react';

/** Which face is looked at, with the pointer or with the keyboard; the pointer wins where both are at work. */
export interface Highlight {
  readonly highlighted: number | null;
  /** For every element that stands for a face. */
  readonly handlersOf: (faceId: number) => HighlightHandlers;
}

export interface HighlightHandlers {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

export function useHighlight(): Highlight {
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  return {
    highlighted: pointed ?? focused,
    handlersOf: (faceId) => ({
      onPointerEnter: () => {
        setPointed(faceId);
      },
      onPointerLeave: () => {
        setPointed(null);
      },
      onFocus: () => {
        setFocused(faceId);
      },
      onBlur: () => {
        setFocused(null);
      },
    }),
  };
}
