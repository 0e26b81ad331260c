import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { sharingFamily } from './taxii-parts.ts';

export const discoverSharing = defineEndpoint({
  method: 'GET',
  path: '/taxii2',
  summary: 'Discover the TAXII server',
  description:
    'Entry point for TAXII 2.1 clients, with threats and imported indicators as STIX 2.1. Send ' +
    'any key of the account as a bearer token, as `X-API-Key`, or as the password of HTTP Basic ' +
    'with any user name.',
  family: sharingFamily,
  access: 'authenticated',
  dialect: 'taxii',
  ownLocations: true,
  response: z.object({
    title: z.string(),
    description: z.string(),
    default: z.string(),
    api_roots: z.array(z.string()),
  }),
  run: () => ({
    title: 'Sonde',
    description: 'Threats found in DNS traffic, and imported indicators.',
    default: '/taxii2/sonde/',
    api_roots: ['/taxii2/sonde/'],
  }),
});
