import type { ReactElement } from 'react';
import { Button, type ButtonLook } from './button.js';
import { copyText } from './copy-text.js';
import { useToast } from './toast.js';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy user id". */
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
