import { z } from 'zod';
import { ERROR_CATALOGUE, type ServiceError } from '../errors.js';

export const SUCCESS_CODE = '1000';

export interface Success<Message extends string, Data> {
  readonly status: 'ok';
  readonly code: typeof SUCCESS_CODE;
  readonly success: true;
  readonly message: Message;
  readonly data: Data;
}

export interface Failure {
  readonly status: 'error';
  readonly code: string;
  readonly success: false;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const success = <Message extends string, Data>(
  message: Message,
  data: Data,
): Success<Message, Data> => ({
  status: 'ok',
  code: SUCCESS_CODE,
  success: true,
  message,
  data,
});

export const failure = ({ code, message, details }: ServiceError): Failure => ({
  status: 'error',
  code: ERROR_CATALOGUE[code].number,
  success: false,
  message,
  data: details,
});

/** The schema of a success envelope around the given data. */
export const successSchema = (message: string, data: z.ZodType): z.ZodType =>
  z.object({
    status: z.literal('ok'),
    code: z.literal(SUCCESS_CODE),
    success: z.literal(true),
    message: z.literal(message),
    data,
  });

/** One JSON value per line. */
export const NDJSON = 'application/x-ndjson';

/** Whether the `Accept` header requests NDJSON. */
export const wantsLines = (accept: string | undefined): boolean =>
  /(?:^|,)\s*application\/x-ndjson\s*(?:[;,]|$)/i.test(accept ?? '');
