/** What a tab tells the others of the same browser: somebody logged in, or out. */
export type SessionChange = 'logged-in' | 'logged-out';

export interface OtherTabs {
  readonly tell: (change: SessionChange) => void;
  readonly close: () => void;
}

const CHANNEL = 'facet-session';

/** Tabs share one session cookie, so what changes in one has changed in all. */
export function joinTabs(onChange: (change: SessionChange) => void): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'logged-in' || data === 'logged-out') onChange(data);
  });
  return {
    tell: (change) => {
      channel.postMessage(change);
    },
    close: () => {
      channel.close();
    },
  };
}
