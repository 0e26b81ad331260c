import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { events } from '../../../collector/events/index.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';
import { rootDirectory } from '../../check/package-program.ts';
import { buildJavaScriptClient } from './javascript-client.ts';
import { buildPythonClient, type ClientDocument } from './python-client.ts';
import { requestCollection } from './request-collection.ts';

/** Builds all that other programs call the API by, from the one document. Returns the paths. */
export async function buildClients(out: string, scratch: string): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(join(rootDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const document = JSON.parse(JSON.stringify(openApiDocument(endpoints, version, events))) as ClientDocument;
  const collection = join(resolve(out), `sonde-${version}.postman_collection.json`);
  writeFileSync(collection, requestCollection(document));
  return [
    buildJavaScriptClient(resolve(out), scratch),
    await buildPythonClient(document, resolve(out)),
    collection,
  ];
}
