import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import './layout.css';

interface PageProps {
  /** The heading, and with "· Facet" the title of the window. */
  readonly title: string;
  /** If the heading is too long for a window title. */
  readonly windowTitle?: string;
  readonly lead?: ReactNode;
  readonly width?: 'wide' | 'narrow';
  readonly children: ReactNode;
}

/** The route whose heading had the focus last. */
let announced: string | null = null;

/** A view: sets the window title, and moves the focus to its heading unless it is the first view after loading. */
export function Page({
  title,
  windowTitle = title,
  lead,
  width = 'wide',
  children,
}: PageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the browser paints, so that Tab continues from the heading as soon as it is visible.
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
    // Only when the view appears; later updates must not move the focus.
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

/** The address with which the page was loaded. */
const first = location.hash;
let moved = false;

/**
 * Whether the user has navigated since the page was loaded. Checked whenever a view appears, because no event comes
 * early enough: a user may follow a link before the first view is rendered.
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
