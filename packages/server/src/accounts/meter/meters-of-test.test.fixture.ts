import { afterEach } from 'vitest';
import type { Database } from '../../db/database.js';
import type { Meter } from './meter.js';
import { hashOf, PLANS } from './metered.test.fixture.js';
import { openMeter, type MeterOptions } from './open-meter.js';

/** A started meter, which is closed when the test ends. */
export type StartMeter = (database: Database, options?: Partial<MeterOptions>) => Promise<Meter>;

/** To be called inside the block of the harness, whose databases are closed only after the meters. */
export function metersOfTest(): StartMeter {
  const meters: Meter[] = [];
  afterEach(async () => {
    await Promise.all(meters.splice(0).map((meter) => meter.close()));
  });
  return (database, options = {}) => {
    const meter = openMeter({ database, plans: PLANS, hashOf, ...options });
    meter.start();
    meters.push(meter);
    return Promise.resolve(meter);
  };
}
