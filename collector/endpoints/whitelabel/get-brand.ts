import { z } from 'zod';
import { type BrandPorts, chooseBrand } from '../../domain/people/brand/choose-brand.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { conditionalJson } from '../content/conditional-json.ts';

const schemeSchema = z.object({
  accent: z.string().describe('A colour as `#rrggbb`.'),
  on_accent: z.string().describe('Colour of text on the accent colour.'),
});

const brandSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    logo: z
      .string()
      .nullable()
      .describe('A data URL of a PNG, or of an SVG without scripts and external references.'),
    colours: z.object({ light: schemeSchema, dark: schemeSchema }).nullable(),
    texts: z.object({
      welcome: z.string().nullable(),
      lead: z.string().nullable(),
      footer: z.string().nullable(),
    }),
    support: z.object({ email: z.string().nullable(), url: z.string().nullable() }),
  })
  .meta({ id: 'Brand' });

export const getBrand = defineEndpoint({
  method: 'GET',
  path: '/api/v2/whitelabel/config',
  summary: 'Show the brand of this host',
  description:
    'Returns the name and colours of the installation for the host of the request. Operators ' +
    'define brands in `brands/` of the content directory. The contrasts meet WCAG 2.2.',
  family: 'Catalogue and courses',
  access: 'public',
  metered: false,
  conditional: true,
  response: brandSchema,
  run: ({ origin }, ports: BrandPorts) => conditionalJson(brandSchema, chooseBrand(origin.host, ports)),
});
