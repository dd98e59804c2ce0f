import { useEffect, useState, type ReactElement } from 'react';
import { getUsage } from '../api/account-api.js';
import type { Usage } from '../api/account.types.js';
import { serviceBase } from '../api/call.js';
import { useSession } from '../app/session.js';
import { Spinner } from '../design/button.js';
import { CodeBlock } from '../design/copy.js';
import { Notice } from '../design/states.js';
import { curlSampleCommand } from '../code/curl-sample.js';
import { firstSample, sampleUrl } from '../playground/photo/sample-facts.js';
import { masked } from './shown-key.js';

interface FirstCallProps {
  readonly apiKey: string;
  /** Whether to wait for the call and to say that it arrived. */
  readonly waits: boolean;
}

/** One command that works when it is pasted, and the news that its call has arrived. */
export function FirstCall({ apiKey, waits }: FirstCallProps): ReactElement {
  const { service } = useSession();
  // The news stays when the page hears that the key was used.
  const [isWaiting] = useState(waits);
  const sample = firstSample(service?.samples ?? []);
  const command = (key: string): string =>
    curlSampleCommand({ baseUrl: serviceBase(), apiKey: key }, sample && sampleUrl(sample));
  return (
    <>
      <p>
        {sample === null
          ? 'Paste this into a terminal, next to a photo with the name photo.jpg.'
          : 'Paste this into a terminal: it downloads a sample photo and sends it.'}
      </p>
      <CodeBlock what="First call" code={command(apiKey)} shown={command(masked(apiKey))} />
      {isWaiting && <Arrival />}
    </>
  );
}

/** Waits for the first call that arrives while it is shown. */
function Arrival(): ReactElement {
  const outcome = useNextOutcome();
  if (outcome === null)
    return (
      <p className="row muted" role="status">
        <Spinner /> Waiting for your first call …
      </p>
    );
  return outcome === OK ? (
    <Notice title="Your first call arrived" announce>
      <p>
        The service found the faces of the photo. <a href="#/usage">See your usage</a>
      </p>
    </Notice>
  ) : (
    <Notice tone="warn" title="Your first call arrived, without a result" announce>
      <p>
        The service responded with <a href={`#/errors/${outcome}`}>code {outcome}</a>.
      </p>
    </Notice>
  );
}

const OK = '1000';
const PAUSE_MS = 2_000;
/** Nobody waits longer than half an hour. */
const MAX_LOOKS = 900;

/** The outcome of the next call of the account; null until there is one. */
function useNextOutcome(): string | null {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before: ReadonlyMap<string, number> | null = null;
    const shown = { current: true };
    const look = async (looks: number): Promise<void> => {
      // Nobody sees it in a hidden tab; a failure is no news.
      const now = document.hidden ? null : await getUsage(1).then(callsByOutcome, () => null);
      if (!shown.current) return;
      const known = before;
      const arrived =
        known !== null && now !== null && [...now].find(([code, calls]) => calls > (known.get(code) ?? 0));
      if (arrived !== undefined && arrived !== false) {
        setOutcome(arrived[0]);
        return;
      }
      before ??= now;
      if (looks > 1) timer = setTimeout(() => void look(looks - 1), PAUSE_MS);
    };
    void look(MAX_LOOKS);
    return () => {
      shown.current = false;
      clearTimeout(timer);
    };
  }, []);
  return outcome;
}

function callsByOutcome({ days }: Usage): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { outcome, calls } of days) sums.set(outcome, (sums.get(outcome) ?? 0) + calls);
  return sums;
}
