import { useState, type ReactElement, type ReactNode } from 'react';
import { facesText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { SelectField } from '../../design/field.js';

interface Target {
  readonly id: string;
  readonly label: string;
}

interface SelectionBarProps {
  /** How many faces are selected; it is not shown for none. */
  readonly count: number;
  readonly targets: readonly Target[];
  /** "a new group" */
  readonly newLabel: string;
  /** null: to a new one. */
  readonly onMove: (target: string | null) => void;
  readonly onClear: () => void;
  /** What else can be done with the faces. */
  readonly children?: ReactNode;
}

/** What to do with the selected faces; for those who do not drag them. */
export function SelectionBar(props: SelectionBarProps): ReactElement | null {
  const { count, targets, newLabel, onMove, onClear, children } = props;
  const [chosen, setTarget] = useState(NEW);
  const target = targets.some((one) => one.id === chosen) ? chosen : NEW;
  if (count === 0) return null;
  return (
    <div className="selection-bar" role="group" aria-label="Selected faces">
      <strong role="status">{facesText(count)} selected</strong>
      <SelectField
        label="Move to"
        labelLook="small"
        compact
        value={target}
        options={[
          { value: NEW, text: newLabel },
          ...targets.map(({ id, label }) => ({ value: id, text: label })),
        ]}
        onChange={setTarget}
      />
      <Button
        small
        look="primary"
        onClick={() => {
          onMove(target === NEW ? null : target);
        }}
      >
        Move
      </Button>
      {children}
      <Button small look="quiet" onClick={onClear}>
        Clear the selection
      </Button>
    </div>
  );
}

const NEW = '';
