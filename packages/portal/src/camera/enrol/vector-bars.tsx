import type { ReactElement } from 'react';
import type { Vector } from '../../playground/api/read-answers.js';

const HEIGHT = 40;

/** The 128 numbers of a template as bars: above the line where positive, below where negative. */
export function VectorBars({ vector }: { readonly vector: Vector }): ReactElement {
  const most = Math.max(...vector.map(Math.abs), Number.EPSILON);
  return (
    <figure className="vector-bars">
      <svg
        viewBox={`0 0 ${vector.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The ${vector.length} numbers of the template`}
      >
        {vector.map((value, n) => {
          const length = (Math.abs(value) / most) * (HEIGHT / 2);
          return (
            <rect
              key={n}
              data-sign={value < 0 ? 'minus' : 'plus'}
              x={n + 0.15}
              width="0.7"
              y={value < 0 ? HEIGHT / 2 : HEIGHT / 2 - length}
              height={length}
            />
          );
        })}
      </svg>
      <figcaption className="small muted">The template: {vector.length} numbers</figcaption>
    </figure>
  );
}
