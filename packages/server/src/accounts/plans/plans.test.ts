import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogueOf, DEFAULT_PLANS, selfServicePlans, UNLIMITED, type Plans } from './plans.js';
import { openPlans } from './plans-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-plans-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (content: unknown): Promise<Plans> => {
  const path = join(folder, 'plans.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return openPlans(path);
};

const SMALL = { id: 'small', name: 'Small', calls_per_month: 100, calls_per_second: 0.5 };

describe('the default plans', () => {
  it('are four, of which users choose among three', async () => {
    const plans = await openPlans(undefined);
    expect([...plans.keys()]).toEqual(['free', 'starter', 'business', 'unlimited']);
    expect(selfServicePlans(plans).map(({ id }) => id)).toEqual(['free', 'starter', 'business']);
    expect(plans.get('free')).toMatchObject({ callsPerMonth: 1000, callsPerSecond: 2, burst: 5 });
    expect(plans.get('unlimited')).toMatchObject({ callsPerMonth: null, callsPerSecond: null, burst: null });
  });

  it('obey the rules of a plans file', async () => {
    const written = DEFAULT_PLANS.map((plan) => ({
      id: plan.id,
      name: plan.name,
      summary: plan.summary,
      calls_per_month: plan.callsPerMonth,
      calls_per_second: plan.callsPerSecond,
      burst: plan.burst,
      collections: plan.collections,
      people: plan.people,
      faces: plan.faces,
      self_service: plan.selfService,
    }));
    expect(await read(written)).toEqual(catalogueOf(DEFAULT_PLANS));
  });
});

describe('a plans file', () => {
  it('replaces the default plans, in its own order', async () => {
    const plans = await read([SMALL, { ...SMALL, id: 'a-larger-one', calls_per_month: null, burst: 7 }]);
    expect([...plans.keys()]).toEqual(['small', 'a-larger-one', 'unlimited']);
    expect(plans.get('small')).toEqual({
      id: 'small',
      name: 'Small',
      summary: '',
      callsPerMonth: 100,
      callsPerSecond: 0.5,
      burst: 1,
      // Stated nowhere, but not unlimited either.
      collections: 3,
      people: 200,
      faces: 1000,
      selfService: true,
    });
    expect(plans.get('a-larger-one')).toMatchObject({ callsPerMonth: null, burst: 7 });
    expect(plans.get('unlimited')).toEqual(UNLIMITED);
  });

  it('has a burst of one second where it names none, and none without a rate', async () => {
    const plans = await read([
      { ...SMALL, calls_per_second: 2.5 },
      { ...SMALL, id: 'free-of-rate', calls_per_second: null },
    ]);
    expect([...plans.values()].map(({ burst }) => burst)).toEqual([3, null, null]);
  });

  it('is as the operator’s guide shows it', async () => {
    const guide = await readFile(new URL('../../../../../docs/accounts.md', import.meta.url), 'utf8');
    const example = /```json\n(.*?)```/s.exec(guide)?.[1] ?? '';
    expect([...(await read(example)).values()]).toEqual([
      expect.objectContaining({ id: 'team', callsPerMonth: 10_000, burst: 10, selfService: true }),
      expect.objectContaining({ id: 'in-house', callsPerMonth: null, burst: 100, selfService: false }),
      UNLIMITED,
    ]);
  });

  it('may describe the unlimited plan in its own words', async () => {
    const plans = await read([{ ...UNLIMITED_IN_FILE, name: 'In-house', self_service: false }]);
    expect([...plans.values()].map(({ name }) => name)).toEqual(['In-house']);
  });

  it.each([
    ['no JSON', '[{', /plans\.json is not JSON \(.*position/],
    ['no list', {}, /plans\.json is wrong: must be a list of 1 to 100 plans$/],
    ['no plan', [], /is wrong: must be a list of 1 to 100 plans$/],
    ['too many', Array.from({ length: 101 }, (_, n) => ({ ...SMALL, id: `p${n}` })), /1 to 100 plans$/],
    ['a text for a plan', ['small'], /is wrong: at 0 must be an object$/],
    [
      'a bad id',
      [{ ...SMALL, id: 'Big One' }],
      /at 0\.id must be 1 to 40 lowercase letters, digits and hyphens$/,
    ],
    ['an id twice', [SMALL, SMALL], /at 1\.id small is there twice$/],
    ['no name', [{ ...SMALL, name: ' ' }], /at 0\.name must be a text of 1 to 60 characters$/],
    ['no quota', [{ ...SMALL, calls_per_month: undefined }], /at 0\.calls_per_month must be a whole number/],
    ['a quota of 0', [{ ...SMALL, calls_per_month: 0 }], /at 0\.calls_per_month must be a whole number/],
    ['half a call', [{ ...SMALL, calls_per_month: 1.5 }], /at 0\.calls_per_month must be a whole number/],
    [
      'a text for a rate',
      [SMALL, { ...SMALL, id: 'b', calls_per_second: '5' }],
      /at 1\.calls_per_second must be a number above 0/,
    ],
    ['a rate of 0', [{ ...SMALL, calls_per_second: 0 }], /at 0\.calls_per_second must be a number above 0/],
    ['a burst of 0', [{ ...SMALL, burst: 0 }], /at 0\.burst must be a whole number from 1 to 1000000$/],
    [
      'a burst without a rate',
      [{ ...SMALL, calls_per_second: null, burst: 5 }],
      /at 0\.burst must be left out where calls_per_second is null$/,
    ],
    [
      'a misspelt limit',
      [{ ...SMALL, calls_per_minute: 5 }],
      /at 0 has no field calls_per_minute; the fields are id, name, .*self_service$/,
    ],
    ['two faults', [{ ...SMALL, id: '', burst: 0 }], /at 0\.id must be .*; at 0\.burst must be /],
    ['no choice', [{ ...SMALL, self_service: 'yes' }], /at 0\.self_service must be true or false$/],
  ])('with %s is rejected with a sentence that names the place', async (_what, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });

  it('that is not there is rejected with its name', async () => {
    await expect(openPlans(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json cannot be read \(ENOENT\)$/,
    );
  });

  it('that is far too large is not read', async () => {
    await expect(read(' '.repeat(1_000_001))).rejects.toThrow(/cannot be read \(over 1000000 bytes\)$/);
  });
});

const UNLIMITED_IN_FILE = {
  id: 'unlimited',
  name: 'Unlimited',
  calls_per_month: null,
  calls_per_second: null,
};
