import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuditPosition } from '../../accounts/administration/audit-log.js';
import { ServiceError } from '../../errors.js';
import { addAccountRoute } from '../account/account-route.js';
import { AuditView, auditView } from './audit-view.js';
import type { OperatorDeps } from './operator-deps.js';

const PAGE = 50;

const Audit = z.object({
  entries: z.array(AuditView).describe('The newest first.'),
  next: z.string().nullable().describe('The value of `before` for the next page; `null` on the last one.'),
});

const Before = z.string().regex(/^\d{1,15}~[\w-]{1,64}$/);

export function addShowAudit(app: FastifyInstance, { auditLog }: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/operators/audit',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'showAudit',
    summary: 'Show the audit log',
    description: `What operators have changed, in the portal or with the command: who, what and when. ${PAGE} on a page.`,
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

function positionOf({ query }: FastifyRequest): AuditPosition | null {
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
