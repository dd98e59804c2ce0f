import type { ReactElement } from 'react';

/** The logo: a gem with the eyes of a face. */
export function Mark({ size = 28 }: { readonly size?: number }): ReactElement {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path fill="#0d6b60" d="M8 4h16l6 9-14 16L2 13z" />
      <path fill="#3fa896" d="M8 4l8 9 8-9z" />
      <path fill="#17857a" d="M8 4L2 13h14zM24 4l6 9H16z" />
      <path fill="#0a554c" d="M2 13h14v16z" />
      <circle cx="11.2" cy="13" r="1.9" fill="#fff" />
      <circle cx="20.8" cy="13" r="1.9" fill="#fff" />
    </svg>
  );
}

/** The logo as an outline, for empty states. */
export function MarkOutline(): ReactElement {
  return (
    <svg
      className="state-mark"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M8 4h16l6 9-14 16L2 13zM8 4l8 9 8-9M2 13h28M16 13v16" />
    </svg>
  );
}
