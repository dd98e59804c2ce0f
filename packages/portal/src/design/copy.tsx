import type { ReactElement } from 'react';
import { Button, type ButtonLook } from './button.js';
import { useToast } from './toast.js';
import './surfaces.css';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy API key". */
  readonly what: string;
  readonly look?: ButtonLook;
  readonly label?: string;
}

export function CopyButton({ text, what, look = 'quiet', label }: CopyButtonProps): ReactElement {
  const toast = useToast();
  return (
    <Button
      look={look}
      small={look === 'quiet'}
      aria-label={label === undefined ? `Copy ${what}` : undefined}
      onClick={() => {
        void copyText(text).then((copied) => {
          toast(copied ? `Copied ${what}.` : `Could not copy ${what}; select it and copy it by hand.`);
        });
      }}
    >
      {label ?? 'Copy'}
    </Button>
  );
}

/** Whether the text was copied. Pages over plain http have no clipboard API, so there is a fallback. */
export async function copyText(text: string): Promise<boolean> {
  // Typed as always there, but absent in an insecure context.
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

interface CodeBlockProps {
  readonly code: string;
  /** What it is, for the bar above it and for the copy button: "curl", "response". */
  readonly what: string;
  /** Shown in place of the code, which is copied all the same: for a secret in it. */
  readonly shown?: string;
}

/** Focusable, so that it can be scrolled with the keyboard. */
export function CodeBlock({ code, what, shown = code }: CodeBlockProps): ReactElement {
  return (
    <div className="code-block">
      <div className="code-block-bar">
        <span>{what}</span>
        <CopyButton text={code} what={what} />
      </div>
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}
