import { MAX_DISTANCE } from '@facet/engine';
import { z } from 'zod';
import { nameSchemas } from '../../http/openapi/name-schemas.js';
import { Moment } from '../../accounts/index.js';

export const CollectionView = z.object({
  collection: z.string().meta({ examples: ['office'] }),
  people: z.int().meta({ examples: [300] }),
  faces: z.int().meta({ examples: [900] }),
  model: z.string().nullable().describe('The model that made the vectors; `null` while there are none.'),
  threshold: z
    .number()
    .describe('How near a face must be to identify somebody; it falls as the collection grows.')
    .meta({ examples: [0.467] }),
  created_at: Moment,
});

export const PersonView = z.object({
  person: z.string().meta({ examples: ['ada'] }),
  display_name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada Lovelace'] }),
  metadata: z
    .unknown()
    .describe('As you gave it; `null` without.')
    .meta({ examples: [{ room: 12 }] }),
  consent: z.string().nullable().describe('Your reference to the consent given.'),
  expires_at: Moment.nullable().describe('When the person and their faces are deleted.'),
  faces: z.int().meta({ examples: [3] }),
  created_at: Moment,
});

export const FaceView = z.object({ face: z.string().meta({ examples: ['17'] }), created_at: Moment });

export const MatchView = z.object({
  person: z.string().meta({ examples: ['ada'] }),
  display_name: z
    .string()
    .nullable()
    .meta({ examples: ['Ada Lovelace'] }),
  collection: z.string().meta({ examples: ['office'] }),
  distance: z
    .number()
    .min(0)
    .max(MAX_DISTANCE)
    .describe('Euclidean distance, 0 to 0.9.')
    .meta({ examples: [0.31] }),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'How often somebody who is not enrolled would be at least as near to anybody in a collection of this size.',
    )
    .meta({ examples: [0.00001] }),
});

nameSchemas({
  CollectionDescription: CollectionView,
  PersonDescription: PersonView,
  FaceDescription: FaceView,
  MatchedPerson: MatchView,
});
