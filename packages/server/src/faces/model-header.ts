import { VECTOR_MODEL } from '@facet/engine';
import type { FastifyReply } from 'fastify';
import { quote, ServiceError } from '../errors.js';

export const MODEL_HEADER = 'x-facet-model';

/** Sent by every operation whose result is based on vectors: the model that computed them. */
export const MODEL_HEADERS: Readonly<Record<string, string>> = { [MODEL_HEADER]: VECTOR_MODEL };

/** For operations that give vectors only on request. */
export const sendModel = (reply: FastifyReply): void => void reply.headers(MODEL_HEADERS);

export const MODEL_HEADER_DOCUMENT = {
  'X-Facet-Model':
    'The model that made the vectors. Store it with a vector: only vectors of the same model can be compared.',
};

/** Sent by callers with a stored vector who know the model that computed it. */
export const MODEL_REQUEST_HEADER = {
  'X-Facet-Model':
    'The model that made the stored vectors in the request, as named in the response of Face Vector. A model other than that of the service is rejected. Without this header, the model is not checked.',
};

/** A vector does not show which model computed it, so a caller may state it. */
export function requireModel(stated: string | readonly string[] | undefined): void {
  if (stated === undefined || stated === VECTOR_MODEL) return;
  const given = [stated].flat().join(', ');
  throw new ServiceError(
    'other-model',
    `The stored vector was made by the model ${quote(given)}, but the service uses ${VECTOR_MODEL}; compute the vector again from a photo.`,
    { model: VECTOR_MODEL },
  );
}

/** For operations in which vectors are only part of the response. */
export const VECTORS_MODEL_HEADER = {
  'X-Facet-Model': `${MODEL_HEADER_DOCUMENT['X-Facet-Model']} Sent if \`vector\` was requested.`,
};
