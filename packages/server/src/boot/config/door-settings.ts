import * as kinds from './kinds.js';

/** Which other services' clients may call this one. */
export const DOOR_SETTINGS = {
  FACET_COMPREFACE: kinds
    .flag()
    .default(false)
    .describe(
      '`1` serves applications that were made for CompreFace, under `/api/v1` (docs/migrating.md). Needs FACET_COLLECTIONS=1.',
    ),
  FACET_REKOGNITION: kinds
    .flag()
    .default(false)
    .describe(
      '`1` lets clients of Amazon Rekognition call this service (docs/migrating.md). Needs `FACET_COLLECTIONS=1`.',
    ),
  FACET_DEEPSTACK: kinds
    .flag()
    .default(false)
    .describe(
      '`1` serves clients of DeepStack and CodeProject.AI, under `/v1/vision/face` (docs/migrating.md). Needs FACET_COLLECTIONS=1.',
    ),
  FACET_DEEPSTACK_KEY: kinds
    .text()
    .optional()
    .describe('The API key that stands for clients of DeepStack that send none.'),
  FACET_DEEPSTACK_NETWORKS: kinds
    .networkList()
    .default(['127.0.0.0/8', '::1/128'])
    .describe('Addresses and networks from which clients of DeepStack may send no key.'),
  FACET_NEXTCLOUD: kinds
    .flag()
    .default(false)
    .describe(
      '`1` makes this service an external model of Nextcloud Face Recognition: `/open`, `/detect`, `/compute` (docs/migrating.md).',
    ),
};

const DOORS_WITH_PEOPLE = ['FACET_COMPREFACE', 'FACET_REKOGNITION', 'FACET_DEEPSTACK'] as const;

type DoorFlags = Readonly<
  Record<(typeof DOORS_WITH_PEOPLE)[number] | 'FACET_COLLECTIONS', boolean> & {
    FACET_DEEPSTACK_KEY?: string | undefined;
  }
>;

/** What the settings of doors lack; undefined if nothing. */
export function requireDoorSettings(settings: DoorFlags): string | undefined {
  const door = DOORS_WITH_PEOPLE.find((name) => settings[name]);
  if (door !== undefined && !settings.FACET_COLLECTIONS)
    return `${door} keeps people in collections; set FACET_COLLECTIONS=1 as well, or unset ${door}.`;
  if (settings.FACET_DEEPSTACK_KEY !== undefined && !settings.FACET_DEEPSTACK)
    return 'FACET_DEEPSTACK_KEY is for clients of DeepStack; set FACET_DEEPSTACK=1 as well, or unset it.';
  return undefined;
}
