import { z } from 'zod';
import { successSchema } from '../envelope.js';
import { ErrorEnvelope } from '../openapi/error-responses.js';
import type { DocumentedResponse } from '../openapi/route-document.js';

/** The response of an operation that accepts one image or a list. */
export function oneOrSeveral(
  message: string,
  data: z.ZodType,
): Pick<DocumentedResponse, 'schema' | 'alone' | 'lines'> {
  const one = successSchema(message, data);
  const result = z.union([one, ErrorEnvelope]);
  const results = z
    .array(result)
    .describe(
      'For a list of images: one envelope for each, in their order, as a call of its own would have had.',
    );
  return { schema: z.union([one, successSchema(message, z.object({ results }))]), alone: one, lines: result };
}
