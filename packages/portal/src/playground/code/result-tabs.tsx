import { useState, type ReactElement, type ReactNode } from 'react';
import { SelectField } from '../../design/field.js';
import { Tabs } from '../../design/tabs.js';
import { RawResponse, type ProgramCall, type ShownCall } from './raw-response.js';
import { RequestCode } from '../../code/request-code.js';

interface ResultTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface ResultTabsProps {
  readonly tabs: readonly ResultTab[];
  /** For JSON: the requests of the page and their responses. */
  readonly calls: readonly ShownCall[];
  /** For code: the requests of a program. */
  readonly programs: readonly ProgramCall[];
}

/** The result of a panel, then the raw responses and the calls as code. */
export function ResultTabs({ tabs: own, calls, programs }: ResultTabsProps): ReactElement {
  const [wanted, setWanted] = useState('');
  const tabs: readonly ResultTab[] = [
    ...own,
    {
      id: 'json',
      label: 'JSON',
      content: <CallChoice calls={calls}>{(call) => <RawResponse call={call} />}</CallChoice>,
    },
    {
      id: 'code',
      label: 'Code',
      content: <CallChoice calls={programs}>{({ request }) => <RequestCode request={request} />}</CallChoice>,
    },
  ];
  const selected = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  return (
    <section className="pg-side pg-result-side" aria-label="Result">
      <Tabs label="Result" tabs={tabs} selected={selected?.id ?? 'json'} onSelect={setWanted}>
        {selected?.content}
      </Tabs>
    </section>
  );
}

interface CallChoiceProps<Call extends ProgramCall> {
  readonly calls: readonly Call[];
  readonly children: (call: Call) => ReactNode;
}

/** One of several calls, chosen by its name. */
function CallChoice<Call extends ProgramCall>({
  calls,
  children,
}: CallChoiceProps<Call>): ReactElement | null {
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, calls.length - 1);
  const call = calls[at];
  if (call === undefined) return null;
  return (
    <div className="pg-call">
      {calls.length > 1 && (
        <SelectField
          label="Call"
          labelLook="hidden"
          value={String(at)}
          options={calls.map(({ label }, n) => ({ value: String(n), text: label }))}
          onChange={(value) => {
            setWanted(Number(value));
          }}
        />
      )}
      {children(call)}
    </div>
  );
}
