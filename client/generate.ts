import { text } from 'node:stream/consumers';
import { type ApiDocument, writeApiTypes } from './generate/write-api-types.ts';

// An OpenAPI document comes in, the module of its types goes out.
process.stdout.write(writeApiTypes(JSON.parse(await text(process.stdin)) as ApiDocument));
