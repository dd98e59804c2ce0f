import type { z } from 'zod';
import { ServiceError } from '../../errors.js';

/** What a body that does not fit its schema is told. */
export function wrongField(issue: z.core.$ZodIssue | undefined): ServiceError {
  const field = issue?.path[0];
  if (issue === undefined || field === undefined)
    return new ServiceError('malformed-body', 'The body must be a JSON object.');
  return new ServiceError('bad-field', `The field ${String(field)} must be ${issue.message}.`, { field });
}
