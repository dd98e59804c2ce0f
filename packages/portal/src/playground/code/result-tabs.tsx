import { useState, type ReactElement, type ReactNode } from 'react';
import { Tabs } from '../../design/tabs.js';
import { CallChoice } from './call-choice.js';
import { RawAnswer } from './raw-answer.js';
import { RequestCode } from './request-code.js';
import type { ProgramCall, ShownCall } from './shown-call.js';

export interface ResultTab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface ResultTabsProps {
  readonly tabs: readonly ResultTab[];
  /** For JSON: what the page asked, and what was answered. */
  readonly calls: readonly ShownCall[];
  /** For code: how a program asks. */
  readonly programs: readonly ProgramCall[];
}

/** What a view found, then the answers as they came and the calls as code. */
export function ResultTabs({ tabs: own, calls, programs }: ResultTabsProps): ReactElement {
  const [wanted, setWanted] = useState('');
  const tabs: readonly ResultTab[] = [
    ...own,
    {
      id: 'json',
      label: 'JSON',
      content: <CallChoice calls={calls}>{(call) => <RawAnswer call={call} />}</CallChoice>,
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
