import { Command } from 'commander';
import { endpoints } from '../endpoints/index.ts';
import { events } from '../events/index.ts';
import { openApiDocument } from '../http/openapi/document.ts';

/** The command `sonde collector openapi` prints the document that `/openapi.json` serves. */
export function openApiCommand(version: string): Command {
  return new Command('openapi').description('Print the OpenAPI 3.1 document of the API.').action(() => {
    process.stdout.write(`${JSON.stringify(openApiDocument(endpoints, version, events), null, 2)}\n`);
  });
}
