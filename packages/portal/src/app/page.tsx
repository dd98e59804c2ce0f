import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { hasMoved } from './moved.js';
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
