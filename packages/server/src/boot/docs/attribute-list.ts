import { readFileSync } from 'node:fs';
import { ATTRIBUTE_TABLE, IMAGE_ATTRIBUTES } from '../../faces/index.js';

const LIST = /(<!-- attributes: npm run docs -->\n)[^]*?(<!-- end of attributes -->)/;

/** The API guide with its list of attributes as the table has them. */
export function apiGuide(file: URL): string {
  const guide = readFileSync(file, 'utf8');
  if (!LIST.test(guide)) throw new Error('docs/api.md has no place for the list of attributes.');
  const lines = IMAGE_ATTRIBUTES.map((name) => {
    const { schema, onVector } = ATTRIBUTE_TABLE[name];
    const about = schema.description;
    if (about === undefined) throw new Error(`The attribute ${name} has no description.`);
    return `- \`${name}\`${onVector ? '' : ' (not on Face Vector)'}: ${about.replace(/\.$/, '')}`;
  });
  return guide.replace(LIST, (_, start: string, end: string) => `${start}\n${lines.join('\n')}\n\n${end}`);
}
