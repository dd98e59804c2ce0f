import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import './layout.css';

interface PageProps {
  /** The heading, and with "· Facet" the title of the window. */
  readonly title: string;
  /** Where the heading is a sentence and would be too long for a window. */
  readonly windowTitle?: string;
  readonly lead?: ReactNode;
  readonly width?: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** The route whose heading had the focus last. */
let announced: string | null = null;

/** A view: names the window, and takes the focus to its heading unless it is what the browser loaded first. */
export function Page({
  title,
  windowTitle = title,
  lead,
  width = 'wide',
  children,
}: PageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the browser paints: whoever sees a heading and presses Tab goes on from there.
  useLayoutEffect(() => {
    document.title = `${windowTitle} · Facet`;
  }, [windowTitle]);
  useLayoutEffect(() => {
    if (!hasMoved()) return;
    // The content of a view that replaces its placeholder takes the focus only if nothing else has it by now.
    if (announced === location.hash && document.activeElement !== document.body) return;
    announced = location.hash;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // Only where the view appears: a view that is there already keeps the focus where it is.
  }, []);
  return (
    <div className={`page page-${width}`}>
      <div className="page-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {lead !== undefined && <p className="page-lead">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** What the browser loaded the page with. */
const first = location.hash;
let moved = false;

/**
 * Whether the person has gone from one view to another; the first view leaves the focus to the browser. Asked whenever a
 * view appears. No event tells it in time: a person may follow a link before the first view is rendered.
 */
export function hasMoved(): boolean {
  moved ||= location.hash !== first;
  return moved;
}

interface SubNavProps {
  /** What the pages have in common. */
  readonly label: string;
  readonly pages: readonly { readonly path: string; readonly label: string }[];
  readonly current: string;
}

/** Links between pages that belong together, below the heading of each. */
export function SubNav({ label, pages, current }: SubNavProps): ReactElement {
  return (
    <nav aria-label={label}>
      <ul className="sub-nav">
        {pages.map((page) => (
          <li key={page.path}>
            <a href={`#${page.path}`} aria-current={page.path === current ? 'page' : undefined}>
              {page.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
