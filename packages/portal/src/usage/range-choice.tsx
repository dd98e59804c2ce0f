import type { ReactElement } from 'react';

const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

interface RangeChoiceProps {
  readonly range: Range;
  readonly onChoose: (range: Range) => void;
}

export function RangeChoice({ range, onChoose }: RangeChoiceProps): ReactElement {
  return (
    <fieldset className="range">
      <legend className="visually-hidden">How many days</legend>
      {RANGES.map((days) => (
        <label key={days}>
          <input
            type="radio"
            name="range"
            className="visually-hidden"
            checked={range === days}
            onChange={() => {
              onChoose(days);
            }}
          />
          <span>{days} days</span>
        </label>
      ))}
    </fieldset>
  );
}
