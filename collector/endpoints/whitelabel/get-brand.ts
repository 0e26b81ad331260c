import { z } from 'zod';
import { type BrandPorts, chooseBrand } from '../../domain/people/brand/choose-brand.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { conditionalJson } from '../content/conditional-json.ts';

const schemeSchema = z.object({
  accent: z.string().describe('`#rrggbb`'),
  on_accent: z.string().describe('Text on it.'),
});

const brandSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    logo: z
      .string()
      .nullable()
      .describe('A data URL of a PNG, or of an SVG without anything that acts or leads outside.'),
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
    'What the installation is called and looks like under the host that the request names; operators say so in `brands/` of the ' +
    'content directory. Contrasts are those that WCAG 2.2 asks for.',
  family: 'Catalogue and courses',
  access: 'public',
  metered: false,
  conditional: true,
  response: brandSchema,
  run: ({ origin }, ports: BrandPorts) => conditionalJson(brandSchema, chooseBrand(origin.host, ports)),
});
