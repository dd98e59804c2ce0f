import { useState } from 'react';

/** Which face is highlighted, by the pointer or by keyboard focus; the pointer wins. */
export interface Highlight {
  readonly highlighted: number | null;
  /** For every element that represents a face. */
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
