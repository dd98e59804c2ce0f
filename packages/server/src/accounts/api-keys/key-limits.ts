import { z } from 'zod';
import { badField } from '../../http/json-body.js';
import { BROWSER_SCOPES, SCOPE_NAMES, type Scope } from '../../http/scopes.js';

/** What an API key may be used for. */
export interface KeyLimits {
  /** null: everything. */
  readonly scopes: readonly Scope[] | null;
  /** null: never. */
  readonly expiresAt: number | null;
  /** For web pages of these origins, any if there are none; null: not for web pages. */
  readonly origins: readonly string[] | null;
}

export const NO_LIMITS: KeyLimits = { scopes: null, expiresAt: null, origins: null };

const MAX_ORIGINS = 10;
const ORIGINS = `at most ${MAX_ORIGINS} origins, such as https://example.com`;

const origin = z.string().refine(isOrigin, { error: ORIGINS });

function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

/** The fields of a request that makes an API key. The errors complete "must be". */
export const keyLimitFields = {
  scopes: z
    .array(z.enum(SCOPE_NAMES))
    .min(1)
    .max(SCOPE_NAMES.length)
    .optional()
    .describe(
      `What the API key is for. Without it: everything, or with \`origins\` ${BROWSER_SCOPES.join(' and ')}, which is all that such a key may have.`,
    ),
  expires_at: z.iso
    .datetime({ offset: true, error: 'a time such as 2027-01-31T00:00:00Z' })
    .optional()
    .describe('When the API key stops working; without it: never.'),
  origins: z
    .array(origin, { error: ORIGINS })
    .max(MAX_ORIGINS, { error: ORIGINS })
    .optional()
    .describe(
      'Makes a key for web pages, which whoever opens them can read. Only pages of these origins can use it, or of any if the list is empty.',
    ),
};

type GivenLimits = z.infer<z.ZodObject<typeof keyLimitFields>>;

/** The limits of a request; throws if those that are possible one by one do not go together. */
export function keyLimits({ scopes, expires_at, origins }: GivenLimits, now: number): KeyLimits {
  const expiresAt = expires_at === undefined ? null : Date.parse(expires_at);
  if (expiresAt !== null && !(expiresAt > now)) throw badField('expires_at', 'in the future');
  if (origins !== undefined && scopes?.every((scope) => BROWSER_SCOPES.includes(scope)) === false)
    throw badField(
      'scopes',
      `${BROWSER_SCOPES.join(', ')} or both, because web pages can be read by anybody`,
    );
  return {
    scopes: scopes ?? (origins === undefined ? null : BROWSER_SCOPES),
    expiresAt,
    origins: origins ?? null,
  };
}

/** As they are stored. */
interface StoredLimits {
  readonly scopes: string | null;
  readonly expires_at: number | null;
  readonly origins: string | null;
}

export const storedLimits = ({ scopes, expiresAt, origins }: KeyLimits): StoredLimits => ({
  scopes: scopes === null ? null : [...new Set(scopes)].join(' '),
  expires_at: expiresAt,
  origins: origins === null ? null : [...new Set(origins)].join(' '),
});

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

export const limitsOfRow = ({ scopes, expires_at, origins }: StoredLimits): KeyLimits => ({
  scopes: scopes === null ? null : SCOPE_NAMES.filter((scope) => words(scopes).includes(scope)),
  expiresAt: expires_at,
  origins: origins === null ? null : words(origins),
});
