import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY_MS, dayOf } from '../../accounts/usage/day.js';
import type { AuditCursor, AuditRow } from '../audit-log.js';
import { ServiceError } from '../../errors.js';
import { addAccountRoute } from '../../accounts/routes/account-route.js';
import { Days, daysOf, UsageDays } from '../../accounts/routes/usage-routes.js';
import { Moment, moment } from '../../accounts/routes/account-view.js';
import type { AdminDeps } from './admin-account.js';
import { HealthView } from './health.js';

export function addShowTotalUsage(app: FastifyInstance, { usage }: AdminDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/admin/usage',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'showTotalUsage',
    summary: 'Show the usage of all accounts',
    description: 'Calls of all accounts together, also of deleted ones, by day (UTC), operation and outcome.',
    message: 'The usage of all accounts.',
    query: { days: { schema: Days, description: 'How many days, today included.' } },
    data: z.object({ days: UsageDays }),
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const now = Date.now();
      const from = dayOf(now - (daysOf(request) - 1) * DAY_MS);
      return { days: await usage.totalByDay(from, dayOf(now)) };
    },
  });
}

export function addShowHealth(app: FastifyInstance, { health }: AdminDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/admin/health',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'showHealth',
    summary: 'Show the state of the service',
    description:
      'Of the server that responds; with several servers, each reports only itself. `/metrics` has more.',
    message: 'The state of this server.',
    data: HealthView,
    handle: () => health(),
  });
}

const Party = z.object({
  id: z.string(),
  email: z.string().nullable().describe('`null` for the command, and for accounts that were deleted since.'),
});

export const AuditView = z.object({
  at: Moment,
  actor: Party.describe('Who made the change: an admin, or `facet-admin` with the system user.'),
  action: z.string().meta({ examples: ['account-suspended'] }),
  account: Party,
  detail: z.string(),
});

export const auditView = (row: AuditRow): z.infer<typeof AuditView> => ({
  at: moment(row.at),
  actor: { id: row.actor, email: row.actorLabel },
  action: row.action,
  account: { id: row.accountId, email: row.accountLabel },
  detail: row.detail,
});

const PAGE = 50;

const Audit = z.object({
  entries: z.array(AuditView).describe('The newest first.'),
  next: z.string().nullable().describe('The value of `before` for the next page; `null` on the last one.'),
});

const Before = z.string().regex(/^\d{1,15}~[\w-]{1,64}$/);

export function addShowAudit(app: FastifyInstance, { auditLog }: AdminDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/admin/audit',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'showAudit',
    summary: 'Show the audit log',
    description: `What admins have changed, in the portal or with the command: who, what and when. ${PAGE} on a page.`,
    message: 'The audit log.',
    query: { before: { schema: Before, description: 'Where the page begins: `next` of the page before.' } },
    data: Audit,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { rows, next } = await auditLog.page({ limit: PAGE, before: positionOf(request) });
      return { entries: rows.map(auditView), next: next && `${next.at}~${next.id}` };
    },
  });
}

function positionOf({ query }: FastifyRequest): AuditCursor | null {
  const { before } = query as { before?: unknown };
  if (before === undefined) return null;
  const parsed = Before.safeParse(before);
  if (!parsed.success)
    throw new ServiceError(
      'bad-parameter',
      'The parameter before must be the value of next on the page before.',
      { parameter: 'before' },
    );
  const [at = '', id = ''] = parsed.data.split('~');
  return { at: Number(at), id };
}
