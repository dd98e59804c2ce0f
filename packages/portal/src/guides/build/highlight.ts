import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import shell from 'highlight.js/lib/languages/shell';
import typescript from 'highlight.js/lib/languages/typescript';

const LANGUAGES = { sh: bash, console: shell, ini, json, python, ts: typescript, js: typescript };

for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
// `console` hands its commands to a language of this name.
hljs.registerLanguage('bash', bash);

/** An example as HTML: escaped, with an element around each word that has a colour. Runs while the portal is built. */
export const highlighted = (code: string, language: string): string =>
  hljs.highlight(code, { language, ignoreIllegals: true }).value;

/** Whether an example of this language has colours. */
export const isKnown = (language: string): boolean => language in LANGUAGES;
