/** As the service checks the ids of collections and people. */
const ID = /^(?!\.{1,2}$)[\w.-]{1,64}$/;
export const MAX_ID_LENGTH = 64;

export const ID_RULE = 'Letters, digits, dots, hyphens and underscores, 64 at most.';

export const isId = (text: string): boolean => ID.test(text);

export function idProblem(id: string): string | undefined {
  if (id === '') return 'Enter an id.';
  return isId(id) ? undefined : `This cannot be an id. ${ID_RULE}`;
}

/** An id for a name: "Zoë de Vries" → "zoe-de-vries"; empty where no letter of the name can be in an id. */
export const idFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\w.]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_ID_LENGTH)
    .replace(/[.-]$/, '');

/** The address of a page of a collection or of one of its people. */
export const collectionPath = (collection: string, query: Readonly<Record<string, string>> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `/people/${collection}${text === '' ? '' : `?${text}`}`;
};
export const personPath = (collection: string, person: string): string => `/people/${collection}/${person}`;
