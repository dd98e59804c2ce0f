import type { BrowserContext } from 'playwright-core';
import type { StartedService } from './started-service.js';

interface Offers {
  readonly data: { trial?: boolean };
}

/** Settings under which a trial call is refused only by the test that asks for it. */
export const AMPLE_TRIAL = {
  FACET_TRIAL: 'on',
  FACET_TRIAL_CALLS_PER_NETWORK: '100000',
  FACET_TRIAL_CALLS: '100000',
  FACET_TRIAL_WORKER_PERCENT: '100',
  FACET_TRIAL_DEADLINE_MS: '60000',
};

/** The demo account of the service; its key makes the calls of a service that has no trial routes yet. */
export const TRIAL_KEY = 'fct_trialtrialtrialtrialtrialtrial01';

/** Lets the visitor make trial calls. A service with trial routes of its own is left to answer them itself. */
export async function allowTrial(context: BrowserContext, service: StartedService): Promise<void> {
  if (await hasTrial(service)) return;
  await offerTrial(context, service, true);
  await context.route('**/trial/*', (route) =>
    whileOpen(async () => {
      const url = route.request().url().replace('/trial/', '/');
      const headers = { ...route.request().headers(), user_id: TRIAL_KEY };
      await route.fulfill({ response: await route.fetch({ url, headers }) });
    }),
  );
}

/** Says that the service has no trial, whatever it offers. */
export const denyTrial = (context: BrowserContext, service: StartedService): Promise<void> =>
  offerTrial(context, service, false);

/** Whether the service itself speaks of a trial. */
export const hasTrial = async (service: StartedService): Promise<boolean> =>
  (await offersOf(service)).data.trial !== undefined;

async function offersOf(service: StartedService): Promise<Offers> {
  const response = await fetch(`${service.url}/account/service`);
  return (await response.json()) as Offers;
}

async function offerTrial(context: BrowserContext, service: StartedService, trial: boolean): Promise<void> {
  const offers = await offersOf(service);
  await context.route('**/account/service', (route) =>
    whileOpen(() => route.fulfill({ json: { ...offers, data: { ...offers.data, trial } } })),
  );
}

/** A visit may end while a call is under way; nobody waits for that answer any more. */
async function whileOpen(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && /closed|disposed/i.test(error.message))) throw error;
  }
}
