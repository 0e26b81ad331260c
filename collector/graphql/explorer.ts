import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpError } from '../http/http-error.ts';
import type { HttpContext, SystemRoute } from '../http/system/system-route.ts';

const base = '/graphql/explorer';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Serves the interactive explorer on GET, from the package: it works without any other host. */
export async function explorerRoutes(): Promise<SystemRoute[]> {
  // Where the package has its files, without loading it: half a megabyte of code that most collectors never need.
  const root = join(dirname(fileURLToPath(import.meta.resolve('altair-static'))), 'dist');
  let page: Promise<Page> | undefined;
  // Names are taken from the folder, so that a request can name no other file.
  const names = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1));
  return [
    {
      method: 'GET',
      path: '/graphql',
      handle: async (context) => {
        page ??= renderPage();
        const { html, policy } = await page;
        context.set('Content-Security-Policy', policy);
        context.type = 'text/html; charset=utf-8';
        context.body = html;
      },
    },
    ...names.map((name) => ({
      method: 'GET' as const,
      path: `${base}/${name}`,
      handle: (context: HttpContext) => serveFile(context, `${root}/${name}`),
    })),
  ];
}

interface Page {
  readonly html: string;
  readonly policy: string;
}

async function renderPage(): Promise<Page> {
  const { renderAltair } = await import('altair-static');
  const html = renderAltair({
    baseURL: `${base}/`,
    endpointURL: '/graphql',
    // Its banners praise a service elsewhere.
    persistedSettings: { theme: 'system', 'banners.disable': true },
  });
  return { html, policy: contentPolicy(html) };
}

async function serveFile(context: HttpContext, path: string): Promise<void> {
  const type = types[extname(path)];
  if (type === undefined) throw new HttpError('unknown_route', 'This path does not exist.');
  context.set('Cache-Control', 'public, max-age=86400');
  context.type = type;
  context.body = await readFile(path);
}

/** Only this server, and the inline scripts that the page was made with, by their hashes. */
function contentPolicy(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
