import type { OkAnswer } from '@facet/client/answers';
import { useState } from 'react';
import { useWorkbench } from '../workbench.js';
import { requestKey, type ApiRequest } from './request.js';
import { useCall, type CallState } from './use-call.js';

export interface Run<Data> {
  readonly state: CallState<Data>;
  /** Makes the call, or makes it again. */
  readonly run: () => void;
}

/** A call that is made on demand; a cached answer is shown immediately. */
export function useRun<Data>(request: ApiRequest | null, read: (answer: OkAnswer) => Data): Run<Data> {
  const { memory } = useWorkbench();
  const key = request === null ? null : requestKey(request);
  const [wanted, setWanted] = useState<string | null>(null);
  const isMade = key !== null && (wanted === key || memory.get(key) !== undefined);
  const [state, retry] = useCall(isMade ? request : null, read);
  return {
    state,
    run: () => {
      if (wanted === key) retry();
      setWanted(key);
    },
  };
}
