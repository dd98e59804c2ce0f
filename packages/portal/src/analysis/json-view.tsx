import type { ReactElement } from 'react';
import { CopyButton } from '../design/copy.js';
import { prettyJson } from '../playground/code/pretty-json.js';

/** Colouring more than this takes longer than it is worth. */
const MAX_COLOURED = 60_000;

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/gi;

/** An answer as it came, indented and coloured. */
export function JsonView({ text }: { readonly text: string }): ReactElement {
  const pretty = prettyJson(text);
  return (
    <div className="json-view">
      <pre tabIndex={0} role="region" aria-label="Answer as JSON">
        <code>{pretty.length > MAX_COLOURED ? pretty : coloured(pretty)}</code>
      </pre>
      <CopyButton text={pretty} what="answer" />
    </div>
  );
}

function coloured(pretty: string): (string | ReactElement)[] {
  const parts: (string | ReactElement)[] = [];
  let end = 0;
  for (const match of pretty.matchAll(TOKEN)) {
    const [whole, text, colon, value] = match;
    if (match.index > end) parts.push(pretty.slice(end, match.index));
    const kind = colon !== undefined ? 'json-key' : text !== undefined ? 'json-text' : 'json-value';
    parts.push(
      <span key={match.index} className={kind}>
        {text ?? value}
      </span>,
    );
    if (colon !== undefined) parts.push(colon);
    end = match.index + whole.length;
  }
  parts.push(pretty.slice(end));
  return parts;
}
