import test from 'ava';
import fc from 'fast-check';
import { endpoints } from '../../../../collector/endpoints/index.ts';
import type { Method } from '../../../../collector/http/define-endpoint.ts';
import type { Operation } from '../../../../collector/http/operations/operation.ts';
import { OperationTable } from '../../../../collector/http/operations/operation-table.ts';

function tableOf(...claims: [Method, string][]): OperationTable {
  const table = new OperationTable();
  for (const [method, path] of claims) table.add(method, operationAt(path));
  return table;
}

function operationAt(path: string): Operation {
  return { path, serve: () => ({ status: 200 }) };
}

function found(table: OperationTable, method: string, path: string) {
  const match = table.find(method, path);
  return match && { path: match.operation.path, ...match.parameters };
}

test('what is written out goes before a placeholder, and a placeholder takes what is left', (t) => {
  const table = tableOf(['GET', '/things/{id}'], ['GET', '/things/statistics'], ['PUT', '/things/{name}']);
  t.deepEqual(found(table, 'GET', '/things/statistics'), { path: '/things/statistics' });
  t.deepEqual(found(table, 'GET', '/things/5'), { path: '/things/{id}', id: '5' });
  t.deepEqual(found(table, 'PUT', '/things/5'), { path: '/things/{name}', name: '5' });
  t.deepEqual(found(table, 'PUT', '/things/statistics'), { path: '/things/{name}', name: 'statistics' });
  t.deepEqual(table.methodsAt('/things/statistics').sort(), ['GET', 'HEAD', 'PUT']);
  t.deepEqual(table.methodsAt('/things'), []);
});

test('HEAD is served as GET, and a slash at the end is passed over', (t) => {
  const table = tableOf(['GET', '/things'], ['GET', '/things/{id}/parts'], ['POST', '/things/{id}']);
  for (const path of ['/things', '/things/']) {
    t.deepEqual(found(table, 'HEAD', path), { path: '/things' });
    t.is(found(table, 'POST', path), undefined);
  }
  t.deepEqual(found(table, 'GET', '/things/5/parts/'), { path: '/things/{id}/parts', id: '5' });
  t.is(found(table, 'HEAD', '/things/5'), undefined);
});

test('no placeholder stands for nothing, for two segments or for another case', (t) => {
  const table = tableOf(['GET', '/things/{id}']);
  for (const path of [
    '/things/',
    '/things//',
    '/things//a',
    '/things/a/b',
    '//things/a',
    '/Things/a',
    '/',
    '',
  ]) {
    t.is(found(table, 'GET', path), undefined, path);
  }
});

test('parameters are decoded once', (t) => {
  const table = tableOf(['GET', '/things/{id}']);
  t.deepEqual(found(table, 'GET', '/things/a%2Fb%2525'), { path: '/things/{id}', id: 'a/b%25' });
});

test('two operations cannot have one place', (t) => {
  t.throws(() => tableOf(['GET', '/things/{id}'], ['GET', '/things/{name}']), { message: /two operations/ });
  t.throws(() => tableOf(['POST', '/things'], ['POST', '/things']), { message: /two operations/ });
});

test('every operation is found by every path of its own', (t) => {
  const table = tableOf(...endpoints.map(({ method, path }) => [method, path] as [Method, string]));
  const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(
      fc.constantFrom(...endpoints),
      fc.array(word, { minLength: 3, maxLength: 3 }),
      (endpoint, words) => {
        const expected: Record<string, string> = {};
        const path = endpoint.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
          expected[name] = words[Object.keys(expected).length]!;
          return encodeURIComponent(expected[name]!);
        });
        const match = table.find(endpoint.method, path);
        t.is(match?.operation.path, endpoint.path);
        t.deepEqual(match?.parameters, expected);
      },
    ),
  );
});
