import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.js';
import './surfaces.css';

interface CodeBlockProps {
  readonly code: string;
  /** What it is, for the bar above it and for the copy button: "curl", "answer". */
  readonly what: string;
}

/** Scrolls on its own, so the keyboard must be able to reach it. */
export function CodeBlock({ code, what }: CodeBlockProps): ReactElement {
  return (
    <div className="code-block">
      <div className="code-block-bar">
        <span>{what}</span>
        <CopyButton text={code} what={what} />
      </div>
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
