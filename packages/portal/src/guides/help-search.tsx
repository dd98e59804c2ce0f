import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { navigate } from '../app/route.js';
import { counted } from '../app/format.js';
import { Field } from '../design/field.js';
import type { Found } from './search-index.js';
import './help-search.css';

type Search = (query: string) => Found[];

/** The words of the guides are fetched when somebody begins to search. */
const loadSearch = async (): Promise<Search> => (await import('./search-index.js')).search;

/** Searches guides, error codes and reference. Arrows move between the field and the results, Enter opens one. */
export function HelpSearch(): ReactElement {
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<{ readonly run: Search } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const load = (): void => {
    if (search !== null) return;
    loadSearch().then(
      (run) => {
        setSearch({ run });
        setFailed(false);
      },
      () => {
        setFailed(true);
      },
    );
  };
  const isTyped = query.trim() !== '';
  const found = isTyped && search !== null ? search.run(query) : [];
  const close = (): void => {
    setQuery('');
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div
      className="help-search"
      role="search"
      aria-label="Guides, errors and reference"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        else moveFocus(event, box.current);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) open(first.href, setQuery);
        }}
      >
        <Field
          label="Search"
          type="search"
          autoComplete="off"
          placeholder="Guides, error codes, operations"
          value={query}
          aria-controls={listId}
          onFocus={load}
          onChange={(typed) => {
            load();
            setQuery(typed);
          }}
        />
      </form>
      <p className="visually-hidden" role="status">
        {isTyped && search !== null && resultsText(found.length)}
      </p>
      {hasFailed && <p className="field-error">The search could not be loaded. Check your connection.</p>}
      <ul id={listId} className="help-found" hidden={!isTyped || search === null}>
        {found.map(({ title, where, href }) => (
          <li key={href}>
            <a
              href={href}
              onClick={() => {
                setQuery('');
              }}
            >
              <span>{title}</span>
              <span className="muted small">{where}</span>
            </a>
          </li>
        ))}
        {found.length === 0 && <li className="help-none muted">Nothing found for “{query.trim()}”.</li>}
      </ul>
    </div>
  );
}

function open(href: string, setQuery: (query: string) => void): void {
  setQuery('');
  navigate(href.slice(1));
}

const resultsText = (count: number): string => (count === 0 ? 'Nothing found' : counted(count, 'result'));

/** From the field to the results, and back. */
function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || box === null) return;
  const stops = [...box.querySelectorAll<HTMLElement>('input, .help-found a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
