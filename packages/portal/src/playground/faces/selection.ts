import { useState } from 'react';
import { usePlayground, type SlotName } from '../playground-state.js';

/** Which faces of a photo are highlighted and chosen. */
export interface FaceSelection extends Highlight {
  readonly chosen: number | null;
  readonly onChoose: (faceId: number) => void;
}

/** Which face is highlighted, by the pointer or by keyboard focus; the pointer wins. */
interface Highlight {
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

/** The selection of a slot, shared by its photo and its list. */
export function useFaceSelection(name: SlotName): FaceSelection {
  const { slots, chooseFace } = usePlayground();
  return {
    ...useHighlight(),
    chosen: slots[name].faceId,
    onChoose: (faceId) => {
      chooseFace(name, faceId);
    },
  };
}
