import type { ReactElement } from 'react';
import { CopyButton } from '../design/copy.js';

/** Longer texts are not coloured: it would take too long. */
const MAX_COLOURED = 60_000;

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/gi;

/** The raw response, indented and coloured. */
export function JsonView({ text }: { readonly text: string }): ReactElement {
  const pretty = prettyJson(text);
  return (
    <div className="json-view">
      <pre tabIndex={0} role="region" aria-label="Response as JSON">
        <code>{pretty.length > MAX_COLOURED ? pretty : coloured(pretty)}</code>
      </pre>
      <CopyButton text={pretty} what="response" />
    </div>
  );
}

function coloured(pretty: string): (string | ReactElement)[] {
  const parts: (string | ReactElement)[] = [];
  let end = 0;
  for (const match of pretty.matchAll(TOKEN)) {
    const [token, text, colon, value] = match;
    if (match.index > end) parts.push(pretty.slice(end, match.index));
    const kind = colon !== undefined ? 'json-key' : text !== undefined ? 'json-text' : 'json-value';
    parts.push(
      <span key={match.index} className={kind}>
        {text ?? value}
      </span>,
    );
    if (colon !== undefined) parts.push(colon);
    end = match.index + token.length;
  }
  parts.push(pretty.slice(end));
  return parts;
}

/** JSON for reading: short values such as points and boxes on one line, everything else indented. */
export function prettyJson(text: string): string {
  try {
    return pretty(JSON.parse(text), '');
  } catch {
    return text;
  }
}

const MAX_LINE_LENGTH = 60;

function pretty(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pretty(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (parts.every((part) => !part.includes('\n'))) {
    const line = parts.join(', ');
    if (line.length <= MAX_LINE_LENGTH) return Array.isArray(value) ? `[${line}]` : `{ ${line} }`;
    if (value instanceof Array && value.every((item) => typeof item === 'number')) {
      return `[\n${wrapped(parts, inner)}\n${indent}]`;
    }
  }
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

const NUMBERS_IN_A_LINE = 4;

function wrapped(parts: readonly string[], indent: string): string {
  const lines = [];
  for (let at = 0; at < parts.length; at += NUMBERS_IN_A_LINE) {
    lines.push(indent + parts.slice(at, at + NUMBERS_IN_A_LINE).join(', '));
  }
  return lines.join(',\n');
}
