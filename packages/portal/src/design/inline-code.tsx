import type { ReactElement } from 'react';

/** A text in which names stand between backticks, as in the descriptions of the OpenAPI document. */
export function InlineCode({ text }: { readonly text: string }): ReactElement {
  return <>{text.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}</>;
}
