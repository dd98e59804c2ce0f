import type { ReactElement, ReactNode } from 'react';
import './table.css';

interface TableProps {
  /** What is listed, and in which order. */
  readonly label: string;
  readonly columns: readonly string[];
  /** Of texts, which begin at the left; without it, of numbers. */
  readonly texts?: boolean;
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it is too wide, with the keyboard too. */
export function Table({ label, columns, texts = false, className = '', children }: TableProps): ReactElement {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={label}>
      <table className={`table numbers ${texts ? 'table-left ' : ''}${className}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
