import { Validator } from '@seriousme/openapi-schema-validator';
import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';

type Responses = Record<string, { headers: Record<string, unknown> }>;

const document = openApiDocument(endpoints, '1.2.3') as {
  openapi: string;
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: Responses; security: object[] }>>;
  components: { schemas: Record<string, unknown> };
};

test('the document is valid OpenAPI 3.1, references included', async (t) => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  t.true(result.valid, JSON.stringify(result.errors));
  t.is(validator.version, '3.1');
  t.notThrows(() => validator.resolveRefs());
});

test('every endpoint is an operation, and operations have ids of their own', (t) => {
  const ids = endpoints.map(({ method, path }) => document.paths[path]?.[method.toLowerCase()]?.operationId);
  t.false(ids.includes(undefined));
  t.is(new Set(ids).size, endpoints.length);
});

test('named schemas are referred to, none is left without a target', (t) => {
  const text = JSON.stringify(document);
  const targets = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]!);
  t.true(targets.includes('Location'));
  t.true(targets.includes('Error'));
  for (const target of targets) t.true(target in document.components.schemas, target);
  t.false(text.includes('$defs'));
});

test('every family says what it is for, and failures that pass say when', (t) => {
  for (const { name, description } of document.tags) t.truthy(description, name);
  const { post } = document.paths['/api/scan'] as Record<string, { responses: Responses }>;
  t.true('Retry-After' in post!.responses['429']!.headers);
  t.true('X-RateLimit-Remaining' in post!.responses['429']!.headers);
  t.true('Retry-After' in post!.responses['503']!.headers);
  t.false('Retry-After' in post!.responses['400']!.headers);
});

test('a credential that is optional is told as OpenAPI does, by a requirement of nothing', (t) => {
  for (const { method, path, access } of endpoints) {
    const { security } = document.paths[path]![method.toLowerCase()]!;
    t.is(
      security.some((requirement) => Object.keys(requirement).length === 0),
      access === 'public',
      path,
    );
    const named = security.flatMap((requirement) => Object.keys(requirement));
    const keys = access === 'session' ? [] : ['bearer', 'apiKey'];
    const ofPrograms = access === 'location' || access === 'resolver';
    t.deepEqual(named, ofPrograms ? keys : [...keys, 'session'], path);
  }
});
