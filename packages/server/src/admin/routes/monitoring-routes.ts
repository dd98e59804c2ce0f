import { envelope } from '../../http/response-kinds.js';
import { text } from '../../http/query.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import {
  type AuditCursor,
  type AuditRow,
  DAY_MS,
  dayOf,
  days,
  moment,
  Moment,
  UsageDays,
} from '../../accounts/index.js';
import type { AdminDeps } from './admin-account.js';
import { HealthView } from './health.js';

export const showTotalUsage = ({ usage }: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/usage',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'showTotalUsage',
      tag: 'Admin',
      summary: 'Show the usage of all accounts',
      description:
        'Calls of all accounts together, also of deleted ones, by day (UTC), operation and outcome.',
    },
    query: { days },
    response: envelope('The usage of all accounts.', z.object({ days: UsageDays })),
    handle: async ({ query }) => {
      const now = Date.now();
      const from = dayOf(now - (query.days - 1) * DAY_MS);
      return { days: await usage.totalByDay(from, dayOf(now)) };
    },
  });

export const showHealth = ({ health }: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/health',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'showHealth',
      tag: 'Admin',
      summary: 'Show the state of the service',
      description:
        'Of the server that responds; with several servers, each reports only itself. `/metrics` has more.',
    },
    response: envelope('The state of this server.', HealthView),
    handle: () => health(),
  });

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

const BEFORE = /^\d{1,15}~[\w-]{1,64}$/;

export const showAudit = ({ auditLog }: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/audit',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'showAudit',
      tag: 'Admin',
      summary: 'Show the audit log',
      description: `What admins have changed, in the portal or with the command: who, what and when. ${PAGE} on a page.`,
    },
    query: {
      before: text(
        z.string().regex(BEFORE),
        'Where the page begins: `next` of the page before.',
        'must be the value of next on the page before',
      ),
    },
    response: envelope('The audit log.', Audit),
    handle: async ({ query: { before } }) => {
      const { rows, next } = await auditLog.page({
        limit: PAGE,
        before: before === undefined ? null : positionOf(before),
      });
      return { entries: rows.map(auditView), next: next && `${next.at}~${next.id}` };
    },
  });

function positionOf(before: string): AuditCursor {
  const [at = '', id = ''] = before.split('~');
  return { at: Number(at), id };
}
