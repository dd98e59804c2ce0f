import type { AnswerHeaders, OkAnswer } from '@facet/client/answers';

/** A success with this `data`, as the client hands it to the readers of answers. */
export const okAnswer = (data: unknown, headers: AnswerHeaders = {}): OkAnswer => ({
  httpStatus: 200,
  headers,
  body: { status: 'ok', code: '1000', success: true, message: '', data },
});
