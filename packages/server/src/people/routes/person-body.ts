import { z } from 'zod';
import type { PersonFields } from '../people.js';
import { badField } from '../../http/json-body.js';

const MAX_NAME = 200;
const MAX_CONSENT = 200;
export const MAX_METADATA_BYTES = 1024;

const NAME = `a text of 1 to ${MAX_NAME} characters, or null`;
const CONSENT = `a text of 1 to ${MAX_CONSENT} characters, or null`;
const WHEN = 'a date and time such as 2027-01-31T00:00:00Z, or null';

/** What a request says about a person; the errors complete the sentence "The field … must be". */
export const PersonBody = z.object({
  display_name: z
    .string({ error: NAME })
    .min(1, { error: NAME })
    .max(MAX_NAME, { error: NAME })
    .nullish()
    .describe('How to call the person in results.')
    .meta({ examples: ['Ada Lovelace'] }),
  metadata: z
    .unknown()
    .optional()
    .describe(`Any JSON value of at most ${MAX_METADATA_BYTES} bytes.`)
    .meta({ examples: [{ room: 12 }] }),
  expires_at: z.iso
    .datetime({ offset: true, error: WHEN })
    .nullish()
    .describe('When the person and their faces are deleted; they are not found from then on.')
    .meta({ examples: ['2027-01-31T00:00:00Z'] }),
  consent: z
    .string({ error: CONSENT })
    .min(1, { error: CONSENT })
    .max(MAX_CONSENT, { error: CONSENT })
    .nullish()
    .describe('Your reference to the consent that the person gave.')
    .meta({ examples: ['form 2026-117'] }),
});

const LONE_SURROGATE = /\p{Surrogate}/u;

/** PostgreSQL has no such texts. */
const hasNul = (text: string): boolean => text.includes('\0') || text.includes('\\u0000');

/** The checked fields of a person. */
export function personFields(body: z.infer<typeof PersonBody>, now: number): PersonFields {
  const { display_name, consent, metadata, expires_at } = body;
  for (const [field, text] of Object.entries({ display_name, consent }))
    if (text != null && (hasNul(text) || LONE_SURROGATE.test(text)))
      throw badField(field, 'well-formed text');
  const expires = expires_at == null ? expires_at : Date.parse(expires_at);
  if (expires != null && !(expires > now)) throw badField('expires_at', 'in the future');
  const json = metadata == null ? metadata : JSON.stringify(metadata);
  if (json != null && (Buffer.byteLength(json) > MAX_METADATA_BYTES || hasNul(json)))
    throw badField('metadata', `a JSON value of at most ${MAX_METADATA_BYTES} bytes`);
  return { display_name, consent, metadata: json, expires_at: expires };
}
