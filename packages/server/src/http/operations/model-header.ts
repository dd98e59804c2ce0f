import { VECTOR_MODEL } from '@facet/engine';

export const MODEL_HEADER = 'x-facet-model';

/** Sent by every operation whose answer rests on vectors: which model made them. */
export const MODEL_HEADERS: Readonly<Record<string, string>> = { [MODEL_HEADER]: VECTOR_MODEL };

export const MODEL_HEADER_DOCUMENT = {
  'X-Facet-Model':
    'The model that made the vectors. Store it with a vector: only vectors of the same model can be compared.',
};

/** Where vectors are only part of the answer. */
export const VECTORS_MODEL_HEADER = {
  'X-Facet-Model': `${MODEL_HEADER_DOCUMENT['X-Facet-Model']} Sent where \`vector\` was asked for.`,
};
