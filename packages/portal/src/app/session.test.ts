import { afterEach, describe, expect, it } from 'vitest';
import { joinTabs, type OtherTabs, type SessionChange } from './session.js';

const open: OtherTabs[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

function tab(): { readonly heard: SessionChange[]; readonly tabs: OtherTabs } {
  const heard: SessionChange[] = [];
  const tabs = joinTabs((change) => heard.push(change));
  open.push(tabs);
  return { heard, tabs };
}

describe('tabs of one browser', () => {
  it('learn of a log-out in another tab, but not of their own', async () => {
    const [first, second] = [tab(), tab()];
    first.tabs.tell('logged-out');
    await expect.poll(() => second.heard, { timeout: 15_000 }).toEqual(['logged-out']);
    second.tabs.tell('logged-in');
    await expect.poll(() => first.heard, { timeout: 15_000 }).toEqual(['logged-in']);
    expect(second.heard).toEqual(['logged-out']);
  });

  it('ignore what is not theirs', async () => {
    const { heard } = tab();
    const stranger = new BroadcastChannel('facet-session');
    stranger.postMessage({ account: 'root' });
    stranger.postMessage('logged-out');
    await expect.poll(() => heard, { timeout: 15_000 }).toEqual(['logged-out']);
    stranger.close();
  });
});
