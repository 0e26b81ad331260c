import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';

const folder = new URL('../../../collector/endpoints/', import.meta.url);

test('every endpoint below endpoints/ is listed, once, and its file is named after it', async (t) => {
  const listed = new Set<unknown>(endpoints);
  t.is(listed.size, endpoints.length);
  const found: unknown[] = [];
  for await (const file of glob('*/**/*.ts', { cwd: folder.pathname })) {
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    const defined = Object.entries(module).filter(([, value]) => isEndpoint(value));
    t.true(defined.length <= 1, `${file} defines more than one endpoint`);
    for (const [name, endpoint] of defined) {
      t.true(listed.has(endpoint), `${file} is in no list of endpoints/*.ts`);
      t.is(kebab(name), basename(file, '.ts'), `${file} is not named after ${name}`);
      found.push(endpoint);
    }
  }
  t.is(found.length, endpoints.length);
  t.true(found.length > 0);
});

test('paths are written as the interface writes them', (t) => {
  for (const { path, method } of endpoints) {
    // Names of RFC 7644.
    if (/^\/api\/v2\/scim\/(Users(\/\{user_id\})?|ServiceProviderConfig)$/.test(path)) continue;
    t.regex(path, /^(\/([a-z0-9-]+|\{[a-z_]+\}))+$/, `${method} ${path}`);
  }
  const routes = endpoints.map(({ method, path }) => `${method} ${path}`);
  t.is(new Set(routes).size, routes.length);
});

test('placeholders of a path are the parameters of its contract', (t) => {
  for (const { path, params } of endpoints) {
    const placeholders = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]);
    const declared = params !== undefined && 'shape' in params ? Object.keys(params.shape as object) : [];
    t.deepEqual(declared, placeholders, path);
  }
});

function isEndpoint(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'run' in value && 'access' in value
  );
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
