import { expect, it } from 'vitest';
import { ServiceError } from './errors.js';

it('calls a service whose database is away by its name, and a full one busy', () => {
  const away = new ServiceError('overloaded', undefined, {}, { because: 'database-unavailable' });
  expect(away.message).toBe('The service cannot reach its database; try again shortly.');
  const full = new ServiceError('overloaded', undefined, {}, { because: 'queue-full' });
  expect(full.message).toBe('The service is busy; try again shortly.');
});
