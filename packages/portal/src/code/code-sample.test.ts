/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ANALYSIS_DETAILS,
  analysisRequest,
  facesRequest,
  matchRequest,
  vectorRequest,
  type ApiRequest,
  type ImageSource,
} from '../analysis/request.js';
import { codeSample, LANGUAGES } from './code-sample.js';
import { literal } from './typescript-sample.js';
import { shellQuote } from './curl-sample.js';

const folder = mkdtempSync(join(tmpdir(), 'facet-code-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const sh = (script: string): string => execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });

/** What curl would be called with, and what it would read, by a real shell. */
const curlArguments = (command: string): string[] =>
  sh(
    `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; case "$*" in *@-) cat;; esac; }\n${command}`,
  ).split('\0');

const file = (name: string): ImageSource => ({ kind: 'file', id: 'f', name, bytes: new Blob(['x']) });
const url = (address: string): ImageSource => ({ kind: 'url', url: address });
const box = [1, 2, 3, 4] as const;
const context = { baseUrl: 'http://127.0.0.1:8080', apiKey: "it's a $secret" };

describe('shellQuote', () => {
  it('passes any text to a program unchanged', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(text, (value) => {
        expect(sh(`printf %s ${shellQuote(value)}`)).toBe(value);
      }),
      { numRuns: 40 },
    );
  });
});

describe('curl', () => {
  it('uploads files under their own names', () => {
    const request = matchRequest({ image: file("O'Neil; 1.jpg"), box }, { image: file('b.jpg'), box });
    expect(curlArguments(codeSample('curl', request, context)).slice(0, -1)).toEqual([
      'http://127.0.0.1:8080/match_faces?bboxes_1=1,2,3,4&bboxes_2=1,2,3,4&details=1',
      '-H',
      "user_id: it's a $secret",
      '-F',
      'img_1=@"O\'Neil; 1.jpg"',
      '-F',
      'img_2=@b.jpg',
    ]);
  });

  it('sends addresses as JSON', () => {
    const address = "https://example.org/a?b='c'&d=%20";
    const [, , , , type, , body] = curlArguments(codeSample('curl', facesRequest(url(address)), context));
    expect(type).toBe('content-type: application/json');
    expect(JSON.parse(body ?? '')).toEqual({ image_attr: address });
  });

  it('pipes a file next to a URL as Base64', () => {
    writeFileSync(join(folder, 'my photo.jpg'), Buffer.from([255, 216, 0, 1]));
    const address = 'https://example.org/100%25/"x"';
    const request = matchRequest({ image: file('my photo.jpg'), box }, { image: url(address), box });
    const read = curlArguments(codeSample('curl', request, context)).at(-1);
    expect(JSON.parse(read ?? '')).toEqual({ img_1: '/9gAAQ==', img_2: address });
  });
});

describe('TypeScript', () => {
  it('is free of syntax errors and contains every text unchanged', () => {
    const requests = [
      facesRequest(file('it\'s "one"\\.jpg')),
      analysisRequest(file('a.jpg')),
      vectorRequest({ image: url('https://example.org/x'), box }, true),
      matchRequest({ image: file('a'), box }, { image: file('b'), box }),
    ];
    for (const request of requests) {
      const code = codeSample('typescript', request, context);
      const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
      expect(code).toContain(literal(context.apiKey));
    }
    expect(codeSample('typescript', analysisRequest(file('a.jpg')), context)).toContain(
      `returnAttributes: [${ANALYSIS_DETAILS.split(',')
        .map((name) => `'${name}'`)
        .join(', ')}],`,
    );
    expect(
      codeSample(
        'typescript',
        matchRequest({ image: file('a'), box }, { image: file('b'), box: null }),
        context,
      ),
    ).toContain('  boxes: [[1, 2, 3, 4], null],\n  details: true,\n');
    for (const text of ['it\'s "one"\\.jpg', 'a\nb', '\\"', "\\'"]) {
      expect((0, eval)(literal(text))).toBe(text);
    }
  });
});

describe('Python', () => {
  it('opens files, sends boxes as parameters', () => {
    const code = codeSample('python', vectorRequest({ image: file('a "b".jpg'), box }, true), context);
    expect(code).toContain(String.raw`"img": open("a \"b\".jpg", "rb")`);
    expect(code).toContain('params={"bboxes": "1,2,3,4", "quality": "1"}');
    expect(code).not.toContain('base64');
  });

  it('sends a file next to a URL as Base64', () => {
    const request = matchRequest({ image: file('a.jpg'), box }, { image: url('https://example.org/'), box });
    const code = codeSample('python', request, context);
    expect(code).toContain('json={');
    expect(code).toContain('"img_1": base64.b64encode(Path("a.jpg").read_bytes()).decode()');
    expect(code).toContain('"img_2": "https://example.org/"');
  });
});

describe('operations of every kind', () => {
  const REQUESTS: Readonly<Record<string, ApiRequest>> = {
    'without a body': { method: 'DELETE', path: '/collections/office', query: [], images: [] },
    'that anyone may make': {
      method: 'GET',
      path: '/healthz',
      query: [],
      images: [],
      auth: 'none',
    },
    'with JSON fields': {
      method: 'PUT',
      path: '/collections/office/people/ada',
      query: [],
      images: [],
      fields: [
        ['display_name', "Ada's"],
        ['metadata', { room: 12, ok: true, none: null }],
      ],
    },
    'with an empty body': { path: '/liveness_session', query: [], images: [], fields: [] },
    'with a vector next to a file': {
      path: '/match_faces',
      query: [['all', '1']],
      images: [{ field: 'img_1', source: file('a.jpg') }],
      fields: [['vec_2', [0.25, -1]]],
      headers: [['X-Facet-Model', 'm1']],
    },
    'for a file': {
      path: '/redact',
      query: [['style', 'blur']],
      images: [{ field: 'img', source: file('a.jpg') }],
      savedAs: 'redacted.jpg',
    },
  };

  it.each(Object.entries(REQUESTS))('a request %s is written in every language', (_, request) => {
    for (const language of LANGUAGES) {
      const code = codeSample(language, request, { ...context, apiKey: 'fct_key' });
      expect(code).toContain(request.path);
      expect(code.includes('fct_key')).toBe(request.auth !== 'none');
      expect(code.includes('redacted.jpg')).toBe(request.savedAs !== undefined);
      for (const [name, value] of request.headers ?? []) {
        expect(code).toContain(name);
        expect(code).toContain(value);
      }
    }
    const { diagnostics } = ts.transpileModule(codeSample('typescript', request, context), {
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
  });

  it('curl sends the method, the fields and the file of the response', () => {
    writeFileSync(join(folder, 'a.jpg'), Buffer.from([255, 216]));
    const of = (name: string): string[] =>
      curlArguments(codeSample('curl', REQUESTS[name] ?? facesRequest(file('a.jpg')), context));
    expect(of('without a body')).toContain('DELETE');
    expect(of('with JSON fields')).toEqual(
      expect.arrayContaining([
        'PUT',
        '{"display_name":"Ada\'s","metadata":{"room":12,"ok":true,"none":null}}',
      ]),
    );
    expect(of('with an empty body')).toEqual(expect.arrayContaining(['-d', '{}']));
    expect(JSON.parse(of('with a vector next to a file').at(-1) ?? '')).toEqual({
      img_1: '/9g=',
      vec_2: [0.25, -1],
    });
    expect(of('for a file')).toEqual(expect.arrayContaining(['-o', 'redacted.jpg', 'img=@a.jpg']));
  });

  it('Python writes JSON values as its own', () => {
    const request = REQUESTS['with JSON fields'] ?? facesRequest(file('a.jpg'));
    expect(codeSample('python', request, context)).toContain(
      '"metadata": {"room": 12, "ok": True, "none": None},',
    );
  });
});

it('shows the API key it is given and no other, in every language', () => {
  for (const language of LANGUAGES) {
    const code = codeSample(language, facesRequest(file('a.jpg')), { ...context, apiKey: 'fct_••••' });
    expect(code).toContain('fct_••••');
  }
});
