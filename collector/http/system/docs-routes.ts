import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { docsScript } from './docs-script.ts';
import { fileTag } from './file-tag.ts';
import type { HttpContext, SystemRoute } from './system-route.ts';

/**
 * Everything comes from here. Swagger UI draws its icons from data: URLs and sets styles from its script, which a policy
 * does not concern.
 */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (product: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(product)} API</title>
<link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"><noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

const vendored = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Serves `/openapi.json`, and `/docs`: the same for people, with a console, from this server alone. `productAt` names
 * the product under a host. The answers are made when they are first asked for, since making them would keep a start
 * waiting.
 */
export function docsRoutes(
  document: () => object,
  productAt: (host: string | null) => string = () => 'Sonde',
): SystemRoute[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return [
    ...Object.entries(vendored).map(([name, type]) =>
      assetRoute(`/docs/assets/${name}`, type, () => readFile(join(folder, name))),
    ),
    assetRoute('/docs/assets/start.js', 'text/javascript; charset=utf-8', async () =>
      Buffer.from(docsScript),
    ),
    assetRoute('/openapi.json', 'application/json; charset=utf-8', async () =>
      Buffer.from(JSON.stringify(document())),
    ),
    {
      method: 'GET',
      path: '/docs',
      handle: (context) => {
        context.set('Content-Security-Policy', docsPolicy);
        context.type = 'text/html; charset=utf-8';
        context.vary('Host');
        context.body = page(productAt(context.state.origin.host));
      },
    },
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function assetRoute(path: string, type: string, read: () => Promise<Buffer>): SystemRoute {
  let made: Promise<Asset> | undefined;
  const make = async (): Promise<Asset> => asset(type, await read());
  return {
    method: 'GET',
    path,
    handle: async (context) => {
      made ??= make().catch((error: unknown) => {
        // Tried again: a disk may be busy or full of open files for a moment.
        made = undefined;
        throw error;
      });
      sendAsset(context, await made);
    },
  };
}

function asset(type: string, bytes: Buffer): Asset {
  return { type, bytes, etag: fileTag(bytes) };
}

function sendAsset(context: HttpContext, content: Asset): void {
  context.set('Cache-Control', 'no-cache');
  context.set('ETag', content.etag);
  context.status = 200;
  if (context.fresh) {
    context.status = 304;
    return;
  }
  context.type = content.type;
  context.body = content.bytes;
}
